/* UCT for Connect Four in plain C: the yardstick for `anyspace bench`.
 *
 * The textbook program, written the way one would: linked siblings in one array of nodes, bitboards, uniformly random
 * playouts, UCB1 with random tie-breaking, one new node an iteration in random order. No threads, no tricks.
 *
 *   gcc -O3 -march=native -o connect_four connect_four.c -lm
 *   ./connect_four ITERATIONS EXPLORATION SEED [POOL]     prints: iterations seconds nodes best_column
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { WIDTH = 7, HEIGHT = 6, CELLS = WIDTH * HEIGHT, DRAW = 2, RUNNING = 3 };

typedef struct {
    uint64_t discs[2];
    int placed;
    int outcome; /* the winner, DRAW or RUNNING */
} State;

typedef struct {
    double reward; /* of the player who moved into the node */
    int32_t visits;
    uint32_t child, sibling; /* 0: none */
    int8_t move, player, untried, seen;
} Node;

static Node *nodes;
static uint32_t used;
static uint64_t random_state;

static uint64_t random_bits(void) { /* SplitMix64 */
    uint64_t z = (random_state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static int below(int n) { return (int)(((random_bits() >> 32) * (uint64_t)n) >> 32); }

static int has_line(uint64_t discs) {
    static const int steps[4] = {1, 7, 6, 8};
    for (int i = 0; i < 4; i++) {
        uint64_t pairs = discs & (discs >> steps[i]);
        if (pairs & (pairs >> (2 * steps[i]))) return 1;
    }
    return 0;
}

static int legal_moves(const State *state, int8_t *out) {
    uint64_t occupied = state->discs[0] | state->discs[1];
    int n = 0;
    for (int column = 0; column < WIDTH; column++)
        if (!((occupied >> (7 * column + HEIGHT - 1)) & 1)) out[n++] = (int8_t)column;
    return n;
}

static void play(State *state, int column) {
    int player = state->placed & 1;
    uint64_t occupied = state->discs[0] | state->discs[1];
    uint64_t landing = (occupied + (1ull << (7 * column))) & (0x3Full << (7 * column));
    state->discs[player] |= landing;
    state->placed++;
    if (has_line(state->discs[player])) state->outcome = player;
    else if (state->placed == CELLS) state->outcome = DRAW;
}

static void play_out(State *state) {
    int8_t moves[WIDTH];
    while (state->outcome == RUNNING) play(state, moves[below(legal_moves(state, moves))]);
}

static uint32_t add_child(uint32_t parent, int move, int player) {
    uint32_t child = used++;
    nodes[child].move = (int8_t)move;
    nodes[child].player = (int8_t)player;
    nodes[child].sibling = nodes[parent].child;
    nodes[parent].child = child;
    return child;
}

static int untried_move(const State *state, uint32_t node) {
    int8_t moves[WIDTH];
    int n = legal_moves(state, moves);
    if (!nodes[node].seen) {
        nodes[node].seen = 1;
        nodes[node].untried = (int8_t)n;
    }
    for (uint32_t child = nodes[node].child; child; child = nodes[child].sibling)
        for (int i = 0; i < n; i++)
            if (moves[i] == nodes[child].move) {
                moves[i] = moves[--n];
                break;
            }
    return moves[below(n)];
}

static uint32_t best_child(uint32_t parent, double exploration) {
    double log_visits = log((double)nodes[parent].visits), best_bound = -1.0;
    uint32_t best = 0;
    int ties = 0;
    for (uint32_t child = nodes[parent].child; child; child = nodes[child].sibling) {
        double visits = nodes[child].visits;
        double bound = nodes[child].reward / visits + exploration * sqrt(log_visits / visits);
        if (bound > best_bound) best_bound = bound, best = child, ties = 1;
        else if (bound == best_bound && below(++ties) == 0) best = child;
    }
    return best;
}

static void iterate(const State *root, double exploration) {
    State state = *root;
    uint32_t path[CELLS + 1], node = 1;
    int depth = 0;
    path[depth++] = node;
    while (state.outcome == RUNNING) {
        int expand = !nodes[node].seen || nodes[node].untried > 0;
        uint32_t child;
        if (expand) {
            child = add_child(node, untried_move(&state, node), state.placed & 1);
            nodes[node].untried--;
        } else {
            child = best_child(node, exploration);
        }
        play(&state, nodes[child].move);
        path[depth++] = node = child;
        if (expand) break;
    }
    play_out(&state);
    for (int i = 0; i < depth; i++) {
        Node *visited = &nodes[path[i]];
        visited->visits++;
        visited->reward += state.outcome == DRAW ? 0.5 : state.outcome == visited->player;
    }
}

int main(int count, char **words) {
    if (count < 4) {
        fprintf(stderr, "usage: %s ITERATIONS EXPLORATION SEED [POOL]\n", words[0]);
        return 2;
    }
    long iterations = atol(words[1]);
    double exploration = atof(words[2]);
    random_state = strtoull(words[3], NULL, 10);
    size_t pool = count > 4 ? strtoull(words[4], NULL, 10) : (size_t)iterations;
    nodes = calloc(pool + 2, sizeof(Node));
    if (!nodes) {
        fprintf(stderr, "no memory for %zu nodes\n", pool);
        return 1;
    }
    used = 2; /* 0 stands for none, 1 is the root */
    State root = {{0, 0}, 0, RUNNING};

    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (long i = 0; i < iterations; i++) iterate(&root, exploration);
    clock_gettime(CLOCK_MONOTONIC, &end);

    uint32_t best = nodes[1].child;
    for (uint32_t child = best; child; child = nodes[child].sibling)
        if (nodes[child].visits > nodes[best].visits) best = child;
    printf("%ld %.9f %u %d\n", iterations, (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec),
           used - 1, nodes[best].move);
    return 0;
}

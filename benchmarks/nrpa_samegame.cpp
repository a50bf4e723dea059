// Nested rollout policy adaptation on SameGame, the inner loop in plain C++: what benchmarks/nrpa_samegame.py measures
// anyspace against. Boards as vectors of cells, groups by flood fill in every position, a policy in a hash map of the
// standard library, codes of lines kept so that learning need not play them again.
//
//   nrpa_samegame BOARDS.txt BOARD LEVEL PLAYOUTS SEED TABU    prints: best score, playouts, moves, seconds of the processor
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

static const int SIZE = 15, CELLS = SIZE * SIZE, COLOURS = 5, N = 100;

static uint64_t state;
static uint64_t bits() {
    uint64_t z = (state += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}
static double uniform() { return (bits() >> 11) * 0x1.0p-53; }

static uint64_t zobrist[CELLS][COLOURS + 1];

struct Move { uint64_t code; int colour, size; short cells[CELLS]; };

struct Board {
    unsigned char cell[CELLS];  // column * SIZE + height; 0 is empty
    int left[COLOURS + 1], score;

    int moves(std::vector<Move>& out) const {
        unsigned char seen[CELLS] = {0};
        int n = 0;
        for (int first = 0; first < CELLS; first++) {
            int colour = cell[first];
            if (!colour || seen[first]) continue;
            if ((int)out.size() <= n) out.resize(2 * n + 16);
            Move& move = out[n];
            move.colour = colour, move.size = 0, move.code = 0;
            move.cells[move.size++] = (short)first;
            seen[first] = 1;
            for (int i = 0; i < move.size; i++) {
                int at = move.cells[i], row = at % SIZE;
                move.code ^= zobrist[at][colour];
                int next[4] = {row + 1 < SIZE ? at + 1 : -1, row > 0 ? at - 1 : -1, at + SIZE < CELLS ? at + SIZE : -1, at - SIZE};
                for (int other : next)
                    if (other >= 0 && cell[other] == colour && !seen[other]) seen[other] = 1, move.cells[move.size++] = (short)other;
            }
            if (move.size > 1) n++;
        }
        return n;
    }
    void play(const Move& move) {
        for (int i = 0; i < move.size; i++) cell[move.cells[i]] = 0;
        left[move.colour] -= move.size, left[0] -= move.size;
        score += (move.size - 2) * (move.size - 2);
        int to = 0;
        for (int column = 0; column < SIZE; column++) {
            int height = 0;
            for (int row = 0; row < SIZE; row++)
                if (cell[column * SIZE + row]) cell[column * SIZE + height++] = cell[column * SIZE + row];
            for (int row = height; row < SIZE; row++) cell[column * SIZE + row] = 0;
            if (!height) continue;
            if (to != column)
                for (int row = 0; row < SIZE; row++) cell[to * SIZE + row] = cell[column * SIZE + row], cell[column * SIZE + row] = 0;
            to++;
        }
    }
    int value() const {
        if (!left[0]) return score + 1000;
        int lost = 0;
        for (int colour = 1; colour <= COLOURS; colour++)
            if (left[colour] > 2) lost += (left[colour] - 2) * (left[colour] - 2);
        return score - lost;
    }
};

struct Line { int score = -1000000000; std::vector<int> counts, picks; std::vector<uint64_t> codes; };
typedef std::unordered_map<uint64_t, double> Policy;

static Board start;
static int tabu, best = -1000000000;
static long playouts, most_playouts, moves_played;

static double weight(const Policy& policy, uint64_t code) {
    auto found = policy.find(code);
    return found == policy.end() ? 0.0 : found->second;
}

static void playout(const Policy& policy, Line& line) {
    static std::vector<Move> moves;
    static std::vector<double> odds;
    static std::vector<int> sensible;
    Board board = start;
    line.counts.clear(), line.picks.clear(), line.codes.clear();
    for (;;) {
        int n = board.moves(moves);
        if (!n) break;
        sensible.clear();
        for (int i = 0; i < n; i++)
            if (moves[i].colour != tabu || moves[i].size == board.left[tabu]) sensible.push_back(i);
        if (sensible.empty()) for (int i = 0; i < n; i++) sensible.push_back(i);
        odds.clear();
        double whole = 0;
        for (int i : sensible) {
            odds.push_back(std::exp(weight(policy, moves[i].code)));
            whole += odds.back();
            line.codes.push_back(moves[i].code);
        }
        double rest = uniform() * whole;
        int pick = 0, last = (int)sensible.size() - 1;
        while (pick < last && rest >= odds[pick]) rest -= odds[pick++];
        line.counts.push_back(last + 1), line.picks.push_back(pick);
        board.play(moves[sensible[pick]]);
        moves_played++;
    }
    line.score = board.value();
    playouts++;
    if (line.score > best) best = line.score;
}

static void adapt(Policy& policy, const Line& line) {
    static std::vector<double> change;
    change.assign(line.codes.size(), 0.0);
    size_t at = 0;
    for (size_t step = 0; step < line.counts.size(); step++) {
        int n = line.counts[step];
        double whole = 0;
        for (int i = 0; i < n; i++) whole += change[at + i] = std::exp(weight(policy, line.codes[at + i]));
        for (int i = 0; i < n; i++) change[at + i] /= -whole;
        change[at + line.picks[step]] += 1.0;
        at += n;
    }
    for (size_t i = 0; i < at; i++) policy[line.codes[i]] += change[i];
}

static void nrpa(int level, const Policy& given, Line& result) {
    if (level == 0) return playout(given, result);
    Policy policy = given;
    Line line;
    result.score = -1000000000;
    for (int i = 0; i < N && playouts < most_playouts; i++) {
        nrpa(level - 1, policy, line);
        if (line.score >= result.score) result = line;
        adapt(policy, result);
    }
}

int main(int count, char** words) {
    if (count != 7) return fprintf(stderr, "usage: nrpa_samegame FILE BOARD LEVEL PLAYOUTS SEED TABU\n"), 2;
    int wanted = atoi(words[2]), level = atoi(words[3]);
    most_playouts = atol(words[4]), state = strtoull(words[5], nullptr, 10);
    std::ifstream file(words[1]);
    std::vector<int> numbers;
    std::string text;
    while (std::getline(file, text)) {
        std::istringstream row(text);
        for (int number; row >> number;) numbers.push_back(number);
    }
    if ((int)numbers.size() < wanted * CELLS) return fprintf(stderr, "no such board\n"), 2;
    for (int i = 0; i < CELLS; i++) {  // rows from the top
        int colour = numbers[(wanted - 1) * CELLS + i] + 1;
        start.cell[(i % SIZE) * SIZE + SIZE - 1 - i / SIZE] = (unsigned char)colour;
        start.left[colour]++, start.left[0]++;
    }
    for (auto& row : zobrist) for (auto& word : row) word = bits();
    for (int colour = 1; atoi(words[6]) && colour <= COLOURS; colour++)
        if (!tabu || start.left[colour] > start.left[tabu]) tabu = colour;
    clock_t before = clock();
    Line result;
    while (playouts < most_playouts) nrpa(level, Policy(), result);
    printf("%d %ld %ld %.6f\n", best, playouts, moves_played, (double)(clock() - before) / CLOCKS_PER_SEC);
}

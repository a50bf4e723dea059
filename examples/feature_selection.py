"""Which measurements tell benign tumours from malignant ones? FUSE on the Wisconsin data of scikit-learn."""

from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from anyspace.problems.fuse import Fuse, selector

data = load_breast_cancer()
found = Fuse(data.data, data.target, seed=1).run(1000)
print("path:   ", ", ".join(data.feature_names[found.features]))
print("ranking:", ", ".join(data.feature_names[found.ranking[:5]]))

for name, steps in {
    "all 30 features": [],
    "five of FUSE's ranking": [selector(playouts=500, keep=5, seed=1)],
}.items():
    model = make_pipeline(StandardScaler(), *steps, KNeighborsClassifier())
    print(f"{name}: {cross_val_score(model, data.data, data.target, cv=3).mean():.3f} of examples told right")

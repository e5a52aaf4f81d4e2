export const wash = {
  "tool.wash": "Lavage",
  "wash.sheet": "Lavage pour {who}",
  "wash.camera": "La caméra a vu : {vehicle}",
  "wash.camera_none": "La caméra n’a indiqué aucun type de véhicule.",
  "wash.final": "Un appui commande le lavage. Il est signé et reste.",
  "wash.done": "Lavage {category} commandé pour {who}.",
  "wash.before": "Déjà commandé : {category}, {time}.",
  "wash.none": "Aucune catégorie pour l’instant. Le responsable les ajoute.",
  "wash.gone": "Cette catégorie n’existe plus. Choisissez-en une autre.",
};

export const wash = {
  "tool.wash": "Wäsche",
  "wash.sheet": "Wäsche für {who}",
  "wash.camera": "Die Kamera sah: {vehicle}",
  "wash.camera_none": "Die Kamera nannte keine Fahrzeugart.",
  "wash.final": "Ein Tippen bestellt die Wäsche. Sie wird signiert und bleibt.",
  "wash.done": "Wäsche {category} für {who} bestellt.",
  "wash.before": "Schon bestellt: {category}, {time}.",
  "wash.none": "Noch keine Kategorien. Die Leitung legt sie an.",
  "wash.gone": "Diese Kategorie gibt es nicht mehr. Bitte eine andere wählen.",
};

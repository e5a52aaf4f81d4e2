export const wash = {
  "tool.wash": "Lavado",
  "wash.sheet": "Lavado de {who}",
  "wash.camera": "La cámara vio: {vehicle}",
  "wash.camera_none": "La cámara no indicó ningún tipo de vehículo.",
  "wash.final": "Un toque pide el lavado. Queda firmado y no se retira.",
  "wash.done": "Lavado {category} pedido para {who}.",
  "wash.before": "Ya pedido: {category}, {time}.",
  "wash.none": "Todavía no hay categorías. Las añade el responsable.",
  "wash.gone": "Esta categoría ya no existe. Elija otra.",
};

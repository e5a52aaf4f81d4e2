/** A wash that a cashier orders for a car that is inside. */
export const wash = {
  "tool.wash": "Car wash",
  "wash.sheet": "Car wash for {who}",
  "wash.camera": "The camera saw: {vehicle}",
  "wash.camera_none": "The camera named no kind of vehicle.",
  "wash.final": "One tap orders the wash. It is signed and stays.",
  "wash.done": "Wash {category} ordered for {who}.",
  "wash.before": "Ordered before: {category}, {time}.",
  "wash.none": "No categories yet. The site manager adds them.",
  "wash.gone": "This category is gone. Choose another one.",
} as const;

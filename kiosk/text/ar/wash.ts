export const wash = {
  "tool.wash": "غسيل",
  "wash.sheet": "غسيل المركبة {who}",
  "wash.camera": "رأت الكاميرا: {vehicle}",
  "wash.camera_none": "لم تحدد الكاميرا نوع المركبة.",
  "wash.final": "لمسة واحدة تطلب الغسيل. يُوقَّع الطلب ولا يُلغى.",
  "wash.done": "طُلب الغسيل {category} للمركبة {who}.",
  "wash.before": "طُلب من قبل: {category}، {time}.",
  "wash.none": "لا فئات بعد. يضيفها مدير الموقع.",
  "wash.gone": "لم تعد هذه الفئة موجودة. اختر فئة أخرى.",
};

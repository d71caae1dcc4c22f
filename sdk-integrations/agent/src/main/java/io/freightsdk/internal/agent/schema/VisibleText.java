package io.freightsdk.internal.agent.schema;

/**
 * Which characters are visible. Only these are allowed in texts for a person or a model: texts that
 * differ only in invisible characters look the same, and some of these characters change the order
 * of the text around them.
 */
public final class VisibleText {
  private VisibleText() {}

  /** The index of the first character that cannot be seen; -1 if all can. */
  public static int firstHidden(String text) {
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      if (isHidden(point)) return i;
      i += Character.charCount(point);
    }
    return -1;
  }

  /** Whether a character is a control, a format, a filler, or a space other than the plain one. */
  public static boolean isHidden(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          true;
      case Character.SPACE_SEPARATOR -> point != ' ';
      // Zero-width characters and fillers, which Unicode counts among letters, marks and symbols.
      default ->
          point == 0x034F
              || (point >= 0x115F && point <= 0x1160)
              || (point >= 0x17B4 && point <= 0x17B5)
              || (point >= 0x180B && point <= 0x180F)
              || point == 0x2800
              || point == 0x3164
              || (point >= 0xFE00 && point <= 0xFE0F)
              || point == 0xFFA0
              || (point >= 0xE0100 && point <= 0xE01EF);
    };
  }
}

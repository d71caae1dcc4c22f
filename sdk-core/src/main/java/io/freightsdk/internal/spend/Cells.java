package io.freightsdk.internal.spend;

import io.freightsdk.spend.store.Cell;

/** The kinds of rows, by the first word of their ids. */
public final class Cells {
  static final String HEAD = "head";
  static final String SCOPE = "scope ";
  static final String WINDOW = "window ";
  static final String LIMITS = "limits ";
  static final String KEY = "key ";
  static final String CALL = "call ";
  static final String PROCESS = "process ";
  static final String TOLD = "told ";

  private Cells() {}

  /** The row that was stored under the id with this text. */
  public static Cell parse(String id, String text) {
    Fields fields = Fields.of(text);
    int space = id.indexOf(' ');
    String kind = space < 0 ? id : id.substring(0, space + 1);
    String name = space < 0 ? "" : id.substring(space + 1);
    return switch (kind) {
      case HEAD -> new Head(fields);
      case SCOPE -> new Scope(name, fields);
      case WINDOW -> new Ring(name, fields);
      case LIMITS -> new Caps(name, fields);
      case KEY, CALL -> new Money(id, fields);
      case PROCESS -> new Committed(name, fields.number("changes"), fields.number("last"));
      case TOLD -> new Told(name, fields.number("until"));
      default -> throw new IllegalStateException("the books have a row that is not known: " + id);
    };
  }

  /**
   * What a process has changed in the books, as they know it.
   *
   * @param changes how many changes it has committed
   * @param last when the last one was
   */
  record Committed(String name, long changes, long last) implements Cell {
    @Override
    public String id() {
      return PROCESS + name;
    }

    @Override
    public long ends() {
      return Long.MAX_VALUE;
    }

    @Override
    public String text() {
      Fields fields = new Fields();
      fields.put("changes", changes);
      fields.put("last", last);
      return fields.text();
    }
  }

  /** Something that must not be done twice, and until when that is known. */
  record Told(String token, long ends) implements Cell {
    @Override
    public String id() {
      return TOLD + token;
    }

    @Override
    public String text() {
      Fields fields = new Fields();
      fields.put("until", ends);
      return fields.text();
    }
  }
}

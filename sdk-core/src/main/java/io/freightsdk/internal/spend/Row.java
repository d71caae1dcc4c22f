package io.freightsdk.internal.spend;

import io.freightsdk.spend.store.Cell;

/** A row of the books; the first word of its id is its kind. */
public abstract class Row implements Cell {
  static final String HEAD = "head";
  static final String SCOPE = "scope ";
  static final String WINDOW = "window ";
  static final String LIMITS = "limits ";
  static final String KEY = "key ";
  static final String CALL = "call ";
  static final String PROCESS = "process ";
  static final String TOLD = "told ";

  private final String id;

  Row(String id) {
    this.id = id;
  }

  /** The row that was stored under the id with this text. */
  public static Cell parse(String id, String text) {
    int space = id.indexOf(' ');
    String kind = space < 0 ? id : id.substring(0, space + 1);
    String name = id.substring(space + 1);
    Row row =
        switch (kind) {
          case HEAD -> new Head();
          case SCOPE -> new Scope(name, 0);
          case WINDOW -> new Ring(name, 0);
          case LIMITS -> new Caps(name);
          case KEY, CALL -> new Money(id);
          case PROCESS, TOLD -> new Mark(id, 0, 0);
          default -> throw new IllegalStateException("the books have a row of no kind: " + id);
        };
    row.fields(new Fields(text));
    return row;
  }

  /** Its fields, to be written or as they were read. */
  abstract void fields(Fields fields);

  @Override
  public final String id() {
    return id;
  }

  @Override
  public long ends() {
    return Long.MAX_VALUE;
  }

  @Override
  public final String text() {
    Fields fields = new Fields();
    fields(fields);
    return fields.text();
  }

  /** A number that is known under a name until a time, and then dropped. */
  static final class Mark extends Row {
    long number;
    private long ends;

    Mark(String id, long number, long ends) {
      super(id);
      this.number = number;
      this.ends = ends;
    }

    @Override
    public long ends() {
      return ends;
    }

    @Override
    void fields(Fields fields) {
      number = fields.number("number", number);
      ends = fields.number("until", ends);
    }
  }
}

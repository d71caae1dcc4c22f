package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.store.Cell;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * A row of the books; the first word of its id is its kind. Its text begins with a check sum over
 * id and fields: half of {@code held=0.65 spent=12.30} would be a row of which nothing is spent.
 * The sum and what changes with each call come first, so that a database writes little else.
 */
public abstract class Row implements Cell {
  static final String HEAD = "head";
  static final String SCOPE = "scope ";
  static final String WINDOW = "window ";
  static final String LIMITS = "limits ";
  static final String KEY = "key ";
  static final String CALL = "call ";
  static final String PROCESS = "process ";
  static final String TOLD = "told ";

  private static final String CHECK = "check=";
  private static final HexFormat HEX = HexFormat.of();

  private final String id;

  Row(String id) {
    this.id = id;
  }

  /**
   * The row that was stored under the id with this text.
   *
   * @throws SpendStoreException if it is not what was stored
   */
  public static Cell parse(String id, String text) {
    if (text.equals(checked(id, fields(text)))) return of(id, text);
    throw new SpendStoreException(
        "spend store: the row \"%s\" is not as it was written, so nothing is paid from these books; restore it from a backup, compare ledger and balance, then tell them with ledger().accept(reason)"
            .formatted(id),
        new IllegalStateException("its check sum does not fit its text"),
        false);
  }

  private static String checked(String id, String fields) {
    CRC32C sum = new CRC32C();
    sum.update(id.getBytes(StandardCharsets.UTF_8));
    sum.update('\n');
    sum.update(fields.getBytes(StandardCharsets.UTF_8));
    return CHECK + HEX.toHexDigits(sum.getValue(), 8) + ' ' + fields;
  }

  /** The row of the id with these fields, whatever check sum the text has. */
  public static Cell of(String id, String text) {
    int space = id.indexOf(' ');
    String kind = space < 0 ? id : id.substring(0, space + 1);
    String name = id.substring(space + 1);
    Row row =
        switch (kind) {
          case HEAD -> new Head();
          case SCOPE -> new Scope(name);
          case WINDOW -> new Ring(name, 0);
          case LIMITS -> new Caps(name);
          case KEY, CALL -> new Money(id);
          case PROCESS, TOLD -> new Mark(id, 0, 0);
          default -> throw new IllegalStateException("the books have a row of no kind: " + id);
        };
    row.fields(new Fields(fields(text)));
    return row;
  }

  private static String fields(String text) {
    return text.startsWith(CHECK) ? text.substring(text.indexOf(' ') + 1) : text;
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
    return checked(id, fields.text());
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

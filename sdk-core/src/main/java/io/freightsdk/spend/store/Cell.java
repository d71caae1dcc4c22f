package io.freightsdk.spend.store;

import io.freightsdk.internal.spend.Row;
import java.util.Objects;

/**
 * A row of the books: an id, and a value that only the rules of money understand. A storage keeps
 * id, end and text. It belongs to the transaction that read or wrote it.
 */
public interface Cell {
  /** Names the row in its book, for example {@code scope client/acme}. */
  String id();

  /** When the rules have to look at it again; {@link Long#MAX_VALUE} for never. */
  long ends();

  /** The value as text that people can read, after a check sum over id and value. */
  String text();

  /**
   * The row that was stored under the id with this text.
   *
   * @throws io.freightsdk.spend.SpendStoreException if the check sum does not fit, because the row
   *     is torn, was damaged, or was edited by hand
   */
  static Cell parse(String id, String text) {
    return Row.parse(Objects.requireNonNull(id, "id"), Objects.requireNonNull(text, "text"));
  }

  /** The row with these fields, whatever check sum the text has; for tools that edit rows. */
  static Cell edited(String id, String text) {
    return Row.of(Objects.requireNonNull(id, "id"), Objects.requireNonNull(text, "text"));
  }
}

package io.freightsdk.simulation;

import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.Cell;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A book of which every third row comes back from the disk damaged, the same ones each time. */
final class DamagedBook {
  private final Fault damage;
  private final Mutant mutant;

  /** Rows of this transaction, which are not on the disk yet. */
  private final Set<String> written = new HashSet<>();

  private DamagedBook(Fault damage, Mutant mutant) {
    this.damage = damage;
    this.mutant = mutant;
  }

  static Book of(Book book, Fault damage, Mutant mutant) {
    DamagedBook damaged = new DamagedBook(damage, mutant);
    Book seen =
        MutantBook.instead(book, "read", given -> damaged.cell(book.read((String) given[0])));
    seen = MutantBook.instead(seen, "ended", given -> damaged.cells(book.ended((long) given[0])));
    seen =
        MutantBook.instead(
            seen,
            "list",
            given ->
                damaged.cells(book.list((String) given[0], (String) given[1], (int) given[2])));
    return MutantBook.instead(
        seen,
        "write",
        given -> {
          Cell cell = (Cell) given[0];
          damaged.written.add(cell.id());
          book.write(cell);
          return null;
        });
  }

  private List<Cell> cells(List<Cell> whole) {
    return whole.stream().map(this::cell).toList();
  }

  private Cell cell(Cell whole) {
    if (whole == null || written.contains(whole.id())) return whole;
    String text = whole.text();
    int place = Math.floorMod(whole.id().hashCode() * 31, 3 * text.length());
    if (place >= text.length()) return whole;
    String wrong =
        damage == Fault.ROWS_TORN
            ? text.substring(0, place)
            : text.substring(0, place)
                + (char) (text.charAt(place) ^ 1)
                + text.substring(place + 1);
    boolean isBelieved = mutant == Mutant.READS_DAMAGED_ROWS;
    return isBelieved ? Cell.edited(whole.id(), wrong) : Cell.parse(whole.id(), wrong);
  }
}

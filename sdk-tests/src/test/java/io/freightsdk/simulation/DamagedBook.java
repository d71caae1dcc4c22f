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
    int permille = Math.floorMod(nameOf(whole.id()).hashCode() * 31, 3_000);
    if (permille >= 1_000) return whole;
    int place = text.length() * permille / 1_000;
    String wrong =
        damage == Fault.ROWS_TORN
            ? text.substring(0, place)
            : text.substring(0, place)
                + (char) (text.charAt(place) ^ 1)
                + text.substring(place + 1);
    boolean isBelieved = mutant == Mutant.READS_DAMAGED_ROWS;
    return isBelieved ? Cell.edited(whole.id(), wrong) : Cell.parse(whole.id(), wrong);
  }

  /** The id without what a process drew at random, so that a seed tells the same story again. */
  private static String nameOf(String id) {
    String kind = id.substring(0, id.indexOf(' ') + 1);
    boolean isOfAProcess = Set.of("call ", "process ", "told ").contains(kind);
    int number = id.indexOf('-');
    if (!isOfAProcess) return id;
    return number < 0 ? kind : kind + id.substring(number);
  }
}

package io.freightsdk.simulation;

import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.Cell;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.Function;

/** A book with the fault of a mutant between it and the money rules. */
public final class MutantBook {
  private static final String SLOTS = "slots=";

  private MutantBook() {}

  /** The book as the rules see it in a repeated transaction, or under a mutant. */
  public static Book of(Book book, Mutant mutant, boolean repeated) {
    Book seen = book;
    if (repeated) seen = instead(seen, "mayBeRepeated", given -> true);
    if (mutant == Mutant.NEVER_ENDS_DEAD_HOLDS) seen = instead(seen, "ended", given -> List.of());
    if (mutant == Mutant.FORGETS_HALF_A_WINDOW) {
      seen = instead(seen, "read", given -> half(book.read((String) given[0])));
    }
    return seen;
  }

  /** A window without the older half of its slots. */
  private static Object half(Cell cell) {
    if (cell == null || !cell.id().startsWith("window ")) return cell;
    String text = cell.text();
    int begin = text.indexOf(SLOTS);
    if (begin < 0) return cell;
    // The newest come first.
    String[] slots = text.substring(begin + SLOTS.length()).split(",", -1);
    String without = text.substring(0, begin);
    if (slots.length < 2) return Cell.edited(cell.id(), without);
    String kept = String.join(",", List.of(slots).subList(0, slots.length / 2));
    return Cell.edited(cell.id(), without + SLOTS + kept);
  }

  /** The same book, but for one method. */
  static Book instead(Book real, String name, Function<Object[], Object> answer) {
    return (Book)
        Proxy.newProxyInstance(
            Book.class.getClassLoader(),
            new Class<?>[] {Book.class},
            (proxy, method, given) -> {
              if (method.getName().equals(name)) return answer.apply(given);
              try {
                return method.invoke(real, given);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }
}

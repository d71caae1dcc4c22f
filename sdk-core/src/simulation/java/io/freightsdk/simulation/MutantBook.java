package io.freightsdk.simulation;

import io.freightsdk.internal.spend.Book;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Function;

/** A book with the fault of a mutant between it and the money rules. */
public final class MutantBook {
  private MutantBook() {}

  /** The book as the rules see it in a repeated transaction, or under a mutant. */
  public static Book of(Book book, Mutant mutant, boolean repeated) {
    Book seen = book;
    if (repeated) seen = (Book) instead(Book.class, seen, "mayBeRepeated", given -> true);
    if (mutant == Mutant.NEVER_ENDS_DEAD_HOLDS) {
      Object blind =
          instead(
              Book.Reservations.class, book.reservations(), "earliestEnd", given -> Long.MAX_VALUE);
      seen = (Book) instead(Book.class, seen, "reservations", given -> blind);
    }
    if (mutant == Mutant.FORGETS_HALF_A_WINDOW) {
      Object blind =
          instead(
              Book.Scopes.class,
              book.scopes(),
              "sum",
              given -> {
                Book.Ring ring = (Book.Ring) given[0];
                return book.scopes()
                    .sum(new Book.Ring(ring.scope(), ring.window(), ring.oldestSlot() + 128));
              });
      seen = (Book) instead(Book.class, seen, "scopes", given -> blind);
    }
    return seen;
  }

  /** The same object, but for one method. */
  private static Object instead(
      Class<?> type, Object real, String name, Function<Object[], Object> answer) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
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

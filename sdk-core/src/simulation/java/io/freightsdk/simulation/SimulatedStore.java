package io.freightsdk.simulation;

import io.freightsdk.internal.spend.Book;
import io.freightsdk.internal.spend.BookStore;
import io.freightsdk.internal.spend.InMemorySpendStore;
import io.freightsdk.spend.SpendStoreException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.util.function.Function;

/**
 * The database that processes share: its own clock, one transaction after another. It can be away,
 * and it can lose the answer to a commit. What it keeps survives every process.
 */
final class SimulatedStore {
  private final InMemorySpendStore kept = new InMemorySpendStore(100_000);
  private final InMemorySpendStore scratch = new InMemorySpendStore(0);
  private final World world;
  private final Clock clock;
  private boolean away;
  private boolean unanswered;

  SimulatedStore(World world, Clock clock) {
    this.world = world;
    this.clock = clock;
  }

  void away(boolean now) {
    away = now;
  }

  void unanswered(boolean now) {
    unanswered = now;
  }

  /** One process's way to it. */
  BookStore of(SimulatedProcess process) {
    return new Connected(process);
  }

  private final class Connected implements BookStore {
    private final SimulatedProcess process;

    Connected(SimulatedProcess process) {
      this.process = process;
    }

    @Override
    public <T> T change(Clock clients, Function<Book, T> work) {
      if (!process.isAlive()) throw failed("its process is dead", new IllegalStateException());
      if (away) {
        world.struckCurrent(process, Fault.DATABASE_AWAY);
        if (world.mutant == Mutant.FORGETS_WHAT_THE_STORE_REFUSED && world.settling) {
          return scratch.change(clock, work);
        }
        throw failed("the database is away", new IllegalStateException("no connection"));
      }
      Clock counted = world.mutant == Mutant.COUNTS_BY_THE_CLIENTS_CLOCK ? clients : clock;
      T result = kept.change(counted, book -> work.apply(mutated(book, false)));
      if (!unanswered) return result;

      world.struckCurrent(process, Fault.COMMIT_UNANSWERED);
      // The store runs a transaction again; sometimes that, too, is not answered.
      boolean forgets = world.mutant == Mutant.RESERVES_AGAIN_AFTER_A_LOST_COMMIT;
      if (process.dice().percent(50) || forgets) {
        return kept.change(counted, book -> work.apply(mutated(book, !forgets)));
      }
      throw failed(
          "the answer to a commit was lost", new CommitUnknown(new IllegalStateException()));
    }

    @Override
    public <T> T look(Clock clients, Function<Book, T> work) {
      if (away) throw failed("the database is away", new IllegalStateException("no connection"));
      return kept.look(clock, book -> work.apply(mutated(book, false)));
    }

    @Override
    public boolean mayBlock() {
      return true;
    }
  }

  private static SpendStoreException failed(String what, Throwable cause) {
    return new SpendStoreException("spend store: " + what, cause, true);
  }

  /** The book as the rules see it in a repeated transaction, or under a mutant. */
  private Book mutated(Book book, boolean repeated) {
    Book seen = book;
    if (repeated) seen = (Book) instead(Book.class, seen, "mayBeRepeated", given -> true);
    if (world.mutant == Mutant.NEVER_ENDS_DEAD_HOLDS) {
      Object blind =
          instead(
              Book.Reservations.class, book.reservations(), "earliestEnd", given -> Long.MAX_VALUE);
      seen = (Book) instead(Book.class, seen, "reservations", given -> blind);
    }
    if (world.mutant == Mutant.FORGETS_HALF_A_WINDOW) {
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

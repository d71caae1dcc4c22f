package io.freightsdk.simulation;

import io.freightsdk.internal.spend.InMemorySpendStore;
import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.BookStore;
import java.time.Clock;
import java.util.function.Function;

/**
 * The database that processes share: its own clock, one transaction after another. It can be away,
 * and it can lose the answer to a commit. What it keeps survives every process.
 */
final class SimulatedStore {
  private static final Throwable NO_CONNECTION = new IllegalStateException("no connection");

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
      process.lives();
      if (away) {
        world.struckCurrent(process, Fault.DATABASE_AWAY);
        if (world.mutant == Mutant.FORGETS_WHAT_THE_STORE_REFUSED && world.settling) {
          return scratch.change(clock, work);
        }
        throw failed("the database is away", NO_CONNECTION);
      }
      Clock counted = world.mutant == Mutant.COUNTS_BY_THE_CLIENTS_CLOCK ? clients : clock;
      process.mayDie();
      T result = kept.change(counted, book -> work.apply(MutantBook.of(book, world.mutant, false)));
      world.livingOnly(process, "changed its books");
      process.mayDie();
      if (!unanswered) return result;

      world.struckCurrent(process, Fault.COMMIT_UNANSWERED);
      // The store runs a transaction again; sometimes that, too, is not answered.
      boolean forgets = world.mutant == Mutant.RESERVES_AGAIN_AFTER_A_LOST_COMMIT;
      if (process.dice().percent(50) || forgets) {
        return kept.change(
            counted, book -> work.apply(MutantBook.of(book, world.mutant, !forgets)));
      }
      throw failed(
          "the answer to a commit was lost", new CommitUnknown(new IllegalStateException()));
    }

    @Override
    public <T> T look(Clock clients, Function<Book, T> work) {
      process.lives();
      if (away) throw failed("the database is away", NO_CONNECTION);
      return kept.look(clock, book -> work.apply(MutantBook.of(book, world.mutant, false)));
    }

    @Override
    public boolean mayBlock() {
      // What a closed client still has to store it stores at once: a thread beside this one would
      // run when the machine lets it, and no seed would tell the same story twice.
      return !process.isClosed();
    }
  }

  private static SpendStoreException failed(String what, Throwable cause) {
    return new SpendStoreException("spend store: " + what, cause, true);
  }
}

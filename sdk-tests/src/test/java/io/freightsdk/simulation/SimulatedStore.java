package io.freightsdk.simulation;

import io.freightsdk.internal.spend.InMemorySpendStore;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.BookStore;
import io.freightsdk.spend.store.Cell;
import io.freightsdk.spend.store.Line;
import java.time.Clock;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The database that processes share: its own clock, one transaction after another. It can be away,
 * lose the answer to a commit, damage its rows, and be behind for one process. What it keeps
 * survives every process.
 */
final class SimulatedStore {
  private static final Throwable NO_CONNECTION = new IllegalStateException("no connection");
  private static final int KEPT = 100_000;
  private static final Book.Query ALL = new Book.Query(SpendFilter.all(), false, null, 0);

  private final InMemorySpendStore scratch = new InMemorySpendStore(0);
  private final World world;
  private final Clock clock;
  private InMemorySpendStore kept = new InMemorySpendStore(KEPT);
  private Fault trouble;

  /** Who has another database from its next change on, and what that one has; null for nobody. */
  private SimulatedProcess behind;

  private InMemorySpendStore replica;

  SimulatedStore(World world, Clock clock) {
    this.world = world;
    this.clock = clock;
  }

  void meets(Fault fault) {
    trouble = fault;
  }

  void works() {
    trouble = null;
  }

  /** The database of the process will be what it was before its next change. */
  void fallsBehind(SimulatedProcess process) {
    if (behind == null) behind = process;
  }

  /** False if it was not behind. */
  boolean catchesUp(SimulatedProcess process) {
    if (behind != process) return false;
    boolean was = replica != null;
    if (was) process.behindUntil = world.time.now();
    behind = null;
    replica = null;
    return was;
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
      if (trouble == Fault.DATABASE_AWAY) {
        world.struckCurrent(process, Fault.DATABASE_AWAY);
        if (world.mutant == Mutant.FORGETS_WHAT_THE_STORE_REFUSED && world.settling) {
          return scratch.change(clock, work);
        }
        throw failed("the database is away", NO_CONNECTION);
      }
      Clock counted = world.mutant == Mutant.COUNTS_BY_THE_CLIENTS_CLOCK ? clients : clock;
      process.mayDie();
      T result = commit(counted, book -> work.apply(MutantBook.of(book, world.mutant, false)));
      world.livingOnly(process, "changed its books");
      process.mayDie();
      if (trouble != Fault.COMMIT_UNANSWERED) return result;

      world.struckCurrent(process, Fault.COMMIT_UNANSWERED);
      // The store runs a transaction again; sometimes that, too, is not answered.
      boolean forgets = world.mutant == Mutant.RESERVES_AGAIN_AFTER_A_LOST_COMMIT;
      if (process.dice().percent(50) || forgets) {
        return commit(counted, book -> work.apply(MutantBook.of(book, world.mutant, !forgets)));
      }
      throw failed(
          "the answer to a commit was lost", new CommitUnknown(new IllegalStateException()));
    }

    /** One transaction, of which nothing is left if it fails. */
    private <T> T commit(Clock counted, Function<Book, T> work) {
      if (behind == process) return commitBehind(counted, work);
      if (!isDamaged()) return kept.change(counted, work);
      world.struckCurrent(process, trouble);
      InMemorySpendStore next = copyOf(kept);
      T result = next.change(counted, book -> work.apply(damaged(book)));
      kept = next;
      return result;
    }

    private <T> T commitBehind(Clock counted, Function<Book, T> work) {
      if (replica == null) {
        InMemorySpendStore before = copyOf(kept);
        T result = kept.change(counted, work);
        // Nobody can miss a change of which no number is left, or whose commit was not answered.
        boolean isMissed = trouble == null && !numbers(before).equals(numbers(kept));
        if (!isMissed) return result;
        replica = before;
        process.behindFrom = Math.min(process.behindFrom, world.time.now());
        process.behindUntil = Long.MAX_VALUE;
        world.tell(() -> "Process " + process.number + " has a database that is behind.");
        return result;
      }
      world.struckCurrent(process, Fault.REPLICA_BEHIND);
      InMemorySpendStore next = copyOf(replica);
      T result = next.change(counted, work);
      replica = next;
      return result;
    }

    @Override
    public <T> T look(Clock clients, Function<Book, T> work) {
      process.lives();
      if (trouble == Fault.DATABASE_AWAY) throw failed("the database is away", NO_CONNECTION);
      InMemorySpendStore seen = behind == process && replica != null ? replica : kept;
      return seen.look(
          clock, book -> work.apply(MutantBook.of(damaged(book), world.mutant, false)));
    }

    @Override
    public boolean mayBlock() {
      // What a closed client still has to store it stores at once: a thread beside this one would
      // run when the machine lets it, and no seed would tell the same story twice.
      return !process.isClosed();
    }
  }

  /** What each process knows of its own changes, and of the ledger's. */
  private List<String> numbers(InMemorySpendStore store) {
    return store.look(
        null,
        book -> {
          Stream<String> own =
              book.list("process ", "", Integer.MAX_VALUE).stream().map(Cell::text);
          Cell head = book.read("head");
          String last = head == null ? "" : head.text().split(" ", 3)[1];
          return Stream.concat(own, Stream.of(last)).toList();
        });
  }

  private InMemorySpendStore copyOf(InMemorySpendStore original) {
    InMemorySpendStore copy = new InMemorySpendStore(KEPT);
    original.look(
        null,
        from ->
            copy.change(
                null,
                to -> {
                  for (Cell cell : from.list("", "", Integer.MAX_VALUE)) {
                    to.write(Cell.parse(cell.id(), cell.text()));
                  }
                  for (Line line : from.lines(ALL, Integer.MAX_VALUE)) to.append(line);
                  return true;
                }));
    return copy;
  }

  private boolean isDamaged() {
    return trouble == Fault.ROWS_TORN || trouble == Fault.ROWS_GARBLED;
  }

  private Book damaged(Book book) {
    return isDamaged() ? DamagedBook.of(book, trouble, world.mutant) : book;
  }

  private static SpendStoreException failed(String what, Throwable cause) {
    return new SpendStoreException("spend store: " + what, cause, true);
  }
}

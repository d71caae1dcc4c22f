package io.freightsdk.internal.fleet;

import io.freightsdk.internal.fleet.FleetTables.Lead;
import io.freightsdk.internal.fleet.FleetTables.Stored;
import io.freightsdk.internal.watch.OwnedFuture;
import io.freightsdk.internal.watch.Timer.Cancellable;
import io.freightsdk.internal.watch.WatchWorld;
import io.freightsdk.reads.PositionReading;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether this process leads a fleet that several share. Whoever leads gives signs of life, the
 * beats of the fleet's row; whoever does not looks at them, and takes the lead when nobody has it,
 * or when it saw no new beat for {@link #SILENCE}, and as often as {@link #LOOKS}. The second
 * condition is for clocks that jump: how far they do says nothing about the leader.
 *
 * <p>Confined to the tasks of the fleet's loop, but for what says otherwise. The database is asked
 * on other threads, one question after another.
 */
final class FleetLease {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.watch");

  static final Duration BEAT = Duration.ofSeconds(2);
  static final Duration SILENCE = Duration.ofSeconds(30);
  static final int LOOKS = 10;

  /**
   * An answer that took longer allows nothing: the sign of life that it stands for may be as old,
   * and others take the lead after {@link #SILENCE}.
   */
  static final Duration FRESH = Duration.ofSeconds(15);

  /** How long a process that ends waits for its subscribers and its database. */
  private static final Duration RESIGNING = Duration.ofSeconds(5);

  /** What the lease tells its fleet, in a task of the loop. */
  interface Follower {
    /**
     * This process leads from now on; or, if it did, these loads were changed.
     *
     * @param all whether a term begins, and these are all loads
     */
    void follows(List<Stored> loads, boolean all, long term);

    /** Another process leads, or this one does not want to any more. */
    void lost();

    /**
     * This process leads, and the database has answered: whatever waited for it goes on.
     *
     * @param again whether it did not answer before
     */
    void proceed(boolean again);
  }

  /**
   * What the database said.
   *
   * @param asked when the question began, of the timer: a clock may be set meanwhile
   * @param all whether these are all loads that are followed, and not those that were changed
   * @param since after so many changes
   */
  private record Look(long asked, Lead lead, boolean all, long since, List<Stored> loads) {}

  /**
   * @param reading null if the load was given up
   * @param rest done, in a task of the loop, when it is stored
   */
  private record Saving(FleetLoad load, @Nullable PositionReading reading, Runnable rest) {}

  private final FleetTables tables;
  private final String fleet;
  private final WatchWorld world;
  private final Consumer<Runnable> tasks;
  private final Follower follower;
  private final String member = UUID.randomUUID().toString();

  private boolean campaigns;
  private boolean stopped;
  private boolean beating;
  private Cancellable nextBeat = Cancellable.NOTHING;
  private boolean away;
  private boolean warned;
  private long seenChanges;
  private @Nullable Lead seen;
  private Instant seenAt = Instant.MIN;
  private long seenNanos;
  private int looks;
  private @Nullable CompletableFuture<Boolean> confirming;

  /** Readings that were paid, and leavings of loads, that could not be stored yet. */
  private final List<Saving> unsaved = new ArrayList<>();

  /** Deliveries that could not be stored yet; written by any thread. */
  private final Map<FleetLoad, PositionReading> untaken = new ConcurrentHashMap<>();

  /** The term in which this process leads; 0 while it does not. */
  private volatile long term;

  /** Done when this process does not lead any more, or never did. */
  private volatile CompletableFuture<Object> resigned = CompletableFuture.completedFuture(true);

  /** The last question to the database. */
  private CompletableFuture<?> last = CompletableFuture.completedFuture(null);

  /**
   * @param tasks runs what it is given as a task of the loop
   */
  FleetLease(
      FleetTables tables,
      String fleet,
      WatchWorld world,
      Consumer<Runnable> tasks,
      Follower follower) {
    this.tables = tables;
    this.fleet = fleet;
    this.world = world;
    this.tasks = tasks;
    this.follower = follower;
  }

  /** Any thread. */
  boolean leads() {
    return term != 0;
  }

  /** Whether reads may be tried: this process leads, and the database answers. */
  boolean isReady() {
    return leads() && !away;
  }

  /** Wants to lead from now on. */
  void campaign() {
    if (!campaigns) {
      campaigns = true;
      stopped = false;
      resigned = new CompletableFuture<>();
      beat();
    }
  }

  /** Wants to lead no more: another process may do so at once. */
  void resign() {
    if (!campaigns) {
      return;
    }
    stop();
    campaigns = false;
    lost();
    CompletableFuture<Object> done = resigned;
    after(giveBack(), (given, thrown) -> done.complete(true));
  }

  private CompletableFuture<Boolean> giveBack() {
    return ask(
        () -> {
          tables.resign(fleet, member);
          return true;
        });
  }

  /** Gives no sign of life any more; what was read may still be told. */
  void stop() {
    stopped = true;
    nextBeat.cancel();
  }

  /** Waits until the lead is given back, for some seconds at most; any thread. */
  void awaitResigned() {
    try {
      Object unused = resigned.get(RESIGNING.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.log(
          Level.INFO,
          "fleet "
              + fleet
              + ": the lead could not be given back yet; another process takes it within a minute",
          e);
    }
  }

  /** Looks now, not at the next beat. */
  void beat() {
    if (stopped || !campaigns || beating) {
      return;
    }
    beating = true;
    nextBeat.cancel();
    after(
        look(),
        (look, thrown) -> {
          beating = false;
          if (campaigns) {
            if (!stopped) {
              Instant next = world.alarm().now().plus(BEAT);
              nextBeat = world.alarm().at(next, () -> tasks.accept(this::beat));
            }
            heard(look, thrown);
          } else if (look != null && look.lead.isOf(member)) {
            CompletableFuture<Boolean> unused = giveBack(); // It was taken too late.
          }
        });
  }

  /**
   * Asks the database whether this process still leads, which is a sign of life too. Never fails:
   * false also if it does not answer, or not within {@link #FRESH}. Any number of callers share one
   * question that has not begun.
   */
  CompletableFuture<Boolean> confirm() {
    CompletableFuture<Boolean> shared = confirming;
    if (shared != null) {
      return shared;
    }
    CompletableFuture<Boolean> confirmed = new CompletableFuture<>();
    confirming = confirmed;
    long mine = term;
    after(
        look(),
        (look, thrown) -> {
          confirming = null;
          heard(look, thrown);
          confirmed.complete(mine != 0 && mine == term && !away);
        });
    return confirmed;
  }

  /** Whether this process leads, as the database says on this thread, which may block. */
  boolean leadsNow() {
    long mine = term;
    if (mine == 0) {
      return false;
    }
    try {
      long asked = world.alarm().nanoTime();
      Lead lead = tables.lead(fleet);
      if (isLate(asked)) {
        throw late();
      }
      boolean leads = lead.isOf(member) && lead.term() == mine;
      if (!leads) {
        tasks.accept(this::beat);
      }
      return leads;
    } catch (Throwable thrown) {
      tasks.accept(() -> failed(thrown));
      return false;
    }
  }

  /**
   * Stores a reading of a load, as soon as the database can, unless a newer one is stored, and does
   * the rest; not if another process leads by then.
   */
  void read(FleetLoad load, PositionReading reading, Runnable rest) {
    save(new Saving(load, reading, rest));
  }

  /**
   * Stores that a load was given up, as soon as the database can, and does the rest; not if it has
   * left otherwise by then, or another process leads.
   */
  void givenUp(FleetLoad load, Runnable rest) {
    save(new Saving(load, null, rest));
  }

  private void save(Saving saving) {
    FleetLoad load = saving.load;
    PositionReading reading = saving.reading;
    long mine = load.term;
    boolean hasLeft = reading == null && load.gone;
    if (mine != term || hasLeft) {
      return;
    }
    Instant now = world.alarm().now();
    if (reading != null && load.isOvertaken(reading, now)) {
      tasks.accept(saving.rest);
      return;
    }
    load.stored = reading == null ? load.stored : reading;
    after(
        ask(
            () ->
                reading == null
                    ? tables.givenUp(fleet, mine, load.number, now)
                    : tables.read(fleet, mine, reading)),
        (isMine, thrown) -> {
          if (mine != term) {
            return;
          }
          if (thrown != null) {
            unsaved.add(saving);
            failed(thrown);
          } else if (isMine) {
            // In this task: a later one may hear that the load was added again.
            saving.rest.run();
          } else {
            beat();
          }
        });
  }

  /** Stores up to where the events of a load were delivered. On a thread that may block. */
  void taken(FleetLoad load, PositionReading upTo) {
    try {
      boolean unused = tables.taken(fleet, load.term, upTo, world.alarm().now());
    } catch (Throwable thrown) {
      untaken.put(load, upTo);
      throw thrown;
    }
  }

  // --- what the database says ---

  private CompletableFuture<Look> look() {
    boolean leading = leads();
    long known = seenChanges;
    Lead silent = isSilent() ? seen : null;
    return ask(
        () -> {
          long asked = world.alarm().nanoTime();
          Lead lead = leading ? tables.beat(fleet, member) : tables.lead(fleet);
          boolean takes =
              !lead.isOf(member)
                  && !leading
                  && (lead.leader() == null || (silent != null && !lead.hasMovedSince(silent)));
          if (takes) {
            lead = tables.take(fleet, member, silent);
          }
          boolean begins = !leading && lead.isOf(member);
          boolean changed = leading && lead.isOf(member) && lead.changes() != known;
          List<Stored> loads =
              begins
                  ? tables.followed(fleet)
                  : changed ? tables.changedAfter(fleet, known) : List.of();
          return new Look(asked, lead, begins, known, loads);
        });
  }

  private boolean isLate(long asked) {
    return world.alarm().since(asked).compareTo(FRESH) > 0;
  }

  private static IllegalStateException late() {
    return new IllegalStateException(
        "its answer took longer than " + FRESH.toSeconds() + " seconds");
  }

  /** By its clock, which a test moves, or by its timer, if the clock was set back. */
  private boolean isSilent() {
    return looks >= LOOKS
        && (!seenAt.plus(SILENCE).isAfter(world.alarm().now())
            || world.alarm().since(seenNanos).compareTo(SILENCE) >= 0);
  }

  private void heard(@Nullable Look look, @Nullable Throwable thrown) {
    if (look == null) {
      failed(thrown);
      return;
    }
    if (isLate(look.asked)) {
      failed(late());
      return;
    }
    boolean wasAway = away;
    away = false;
    if (warned) {
      warned = false;
      LOG.log(Level.INFO, "fleet " + fleet + ": its database answers again");
    }
    Lead lead = look.lead;
    boolean isMine = campaigns && lead.isOf(member) && (term == 0 || term == lead.term());
    if (!isMine) {
      boolean isNews = seen == null || lead.hasMovedSince(seen);
      if (isNews) {
        seenAt = world.alarm().now();
        seenNanos = world.alarm().nanoTime();
      }
      looks = isNews ? 0 : looks + 1;
      seen = lead;
      lost();
      return;
    }
    looks = 0;
    seen = lead;
    boolean begins = term == 0;
    if (begins && !look.all) {
      return; // It has lost the lead since it asked; the next beat asks for all loads.
    }
    if (begins) {
      LOG.log(Level.DEBUG, "fleet " + fleet + ": this process leads");
      term = lead.term();
    }
    // A look that began before another one ended has not seen all.
    boolean isNext = look.since == seenChanges && lead.changes() > seenChanges;
    if (begins || isNext) {
      seenChanges = lead.changes();
      follower.follows(look.loads, begins, term);
    }
    catchUp();
    follower.proceed(wasAway);
  }

  /** Stores what could not be stored before. */
  private void catchUp() {
    List<Saving> again = List.copyOf(unsaved);
    unsaved.clear();
    again.forEach(this::save);
    for (FleetLoad load : new ArrayList<>(untaken.keySet())) {
      PositionReading upTo = untaken.remove(load);
      if (upTo != null && upTo.equals(load.taken)) {
        after(
            ask(() -> tables.taken(fleet, load.term, upTo, world.alarm().now())),
            (done, thrown) -> {
              if (thrown != null) {
                untaken.putIfAbsent(load, upTo);
                failed(thrown);
              }
            });
      }
    }
  }

  private void failed(@Nullable Throwable thrown) {
    away = true;
    if (!warned && campaigns) {
      warned = true;
      LOG.log(
          Level.WARNING,
          "fleet " + fleet + ": its database cannot be reached; nothing is read until it answers",
          thrown);
    }
  }

  private void lost() {
    boolean led = leads();
    term = 0;
    seenChanges = 0;
    untaken.clear();
    unsaved.clear();
    if (led) {
      LOG.log(Level.DEBUG, "fleet " + fleet + ": this process leads no more");
      follower.lost();
    }
  }

  // --- one question after another ---

  private synchronized <T> CompletableFuture<T> ask(Supplier<T> question) {
    CompletableFuture<T> answer =
        last.handleAsync((before, thrown) -> question.get(), world.threads());
    last = answer;
    return answer;
  }

  private <T> void after(
      CompletableFuture<T> future, BiConsumer<@Nullable T, @Nullable Throwable> task) {
    CompletableFuture<T> unused =
        future.whenComplete(
            (value, thrown) ->
                tasks.accept(
                    () -> task.accept(value, thrown == null ? null : OwnedFuture.causeOf(thrown))));
  }
}

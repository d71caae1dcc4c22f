package io.freightsdk.internal.fleet;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.internal.fleet.FleetTables.State;
import io.freightsdk.internal.fleet.FleetTables.Stored;
import io.freightsdk.internal.watch.EventSubscription;
import io.freightsdk.internal.watch.NewerThan;
import io.freightsdk.internal.watch.OwnedFuture;
import io.freightsdk.internal.watch.Progress;
import io.freightsdk.internal.watch.Timer.Cancellable;
import io.freightsdk.internal.watch.WatchWorld;
import io.freightsdk.internal.watch.Watches;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.watch.FleetOptions;
import io.freightsdk.watch.FleetWatch;
import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.LoadEvent.ReadFailed;
import io.freightsdk.watch.PollPlan;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The loads of a fleet, its one loop, and whoever follows it. */
public final class Fleet extends Watches.Followed implements FleetWatch {
  private record Follower(FleetStory story, EventSubscription subscription) {}

  private final FleetOptions options;
  private final WatchWorld world;
  private final FleetBudget budget;
  private final FleetLoop loop;
  private final CallOptions question;
  private final FleetRefusals refusals;
  private final Map<String, FleetLoad> loads = new ConcurrentHashMap<>();
  private final Set<Follower> followers = ConcurrentHashMap.newKeySet();

  /**
   * Of subscribers that have left by refusing an event, until another one inherits the rest. Its
   * lock is held while pairs go from one story to another, and while all stories are looked at.
   */
  private final Set<FleetStory> left = new HashSet<>();

  private final AtomicLong added = new AtomicLong();
  private final @Nullable FleetTables tables;

  /**
   * @param tables where several processes share it; null if it is this process's own
   */
  public Fleet(FleetOptions options, WatchWorld world, @Nullable FleetTables tables) {
    this.options = options;
    this.world = world;
    this.tables = tables;
    this.budget = new FleetBudget(options, world);
    this.loop = new FleetLoop(options, world, budget, this, tables);
    this.refusals =
        new FleetRefusals(
            (pause, task) -> {
              Cancellable unused = world.alarm().at(world.alarm().now().plus(pause), task);
            },
            () -> loop.run(this::tell));
    this.question = options.watch().callOptions().toBuilder().scope(options.scope()).build();
  }

  // --- loads ---

  @Override
  public void add(String loadNumber) {
    Watches.requireLoadNumber(loadNumber);
    add(loadNumber, null, null);
  }

  @Override
  public void add(String loadNumber, CreateLoadInput created) {
    Watches.requireLoadNumber(loadNumber);
    add(loadNumber, null, Objects.requireNonNull(created, "created"));
  }

  @Override
  public void add(PositionReading cursor) {
    String loadNumber = Objects.requireNonNull(cursor, "cursor").position().loadNumber();
    add(Watches.requireLoadNumber(loadNumber), cursor, null);
  }

  private void add(
      String loadNumber, @Nullable PositionReading cursor, @Nullable CreateLoadInput created) {
    boolean isOver = cursor != null && Progress.isOver(cursor.position());
    if (isOver || loop.isClosed()) {
      return; // All there was to tell was taken.
    }
    Instant now = loop.now();
    LoadPosition known = KnownPosition.created(loadNumber, created, now);
    if (tables != null) {
      PositionReading from = cursor == null ? null : KnownPosition.trimmed(cursor, null);
      tables.add(options.name(), new Stored(loadNumber, State.FOLLOWED, 1, now, known, from, from));
      loop.look();
      return;
    }
    FleetLoad load = new FleetLoad(loadNumber, added.incrementAndGet(), known, now);
    if (cursor != null) {
      load.learned(KnownPosition.trimmed(cursor, null));
      load.taken = load.latest;
    }
    if (loads.putIfAbsent(loadNumber, load) == null) {
      loop.run(() -> loop.enter(load));
    }
  }

  @Override
  public void remove(String loadNumber) {
    Objects.requireNonNull(loadNumber, "loadNumber");
    if (tables != null) {
      tables.remove(options.name(), loadNumber, loop.now());
      loop.look();
      return;
    }
    FleetLoad load = loads.remove(loadNumber);
    loop.run(
        () -> {
          if (load != null) {
            loop.leave(load);
          }
          forget(loadNumber);
        });
  }

  /** What was not told of a load that is removed, or was refused, is not told any more. */
  private void forget(String loadNumber) {
    synchronized (left) {
      stories().forEach(story -> story.forget(loadNumber));
    }
    refusals.forget(loadNumber);
  }

  @Override
  public void priority(String loadNumber, double worth) {
    Objects.requireNonNull(loadNumber, "loadNumber");
    if (!(worth > 0 && worth < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("priority: expected a number above 0, got " + worth);
    }
    if (tables != null) {
      tables.worth(options.name(), loadNumber, worth);
      loop.look();
      return;
    }
    FleetLoad load = loads.get(loadNumber);
    if (load != null) {
      loop.run(() -> prefer(load, worth));
    }
  }

  private void prefer(FleetLoad load, double worth) {
    load.priority = worth;
    loop.changed(load);
  }

  @Override
  public Set<String> loads() {
    return tables == null ? Set.copyOf(loads.keySet()) : tables.numbers(options.name());
  }

  @Override
  public boolean leads() {
    FleetLease lease = loop.lease();
    return !loop.isClosed() && (lease == null || lease.leads());
  }

  @Override
  public @Nullable PositionReading cursor(String loadNumber) {
    Objects.requireNonNull(loadNumber, "loadNumber");
    if (tables != null) {
      Stored stored = tables.load(options.name(), loadNumber);
      return stored == null ? null : stored.taken();
    }
    FleetLoad load = loads.get(loadNumber);
    return load == null ? null : load.taken;
  }

  // --- questions ---

  @Override
  public LoadPosition ask(String loadNumber) {
    return await(askAsync(loadNumber), Operation.GET_LOAD_POSITION, Charge.UNKNOWN);
  }

  @Override
  public CompletableFuture<LoadPosition> askAsync(String loadNumber) {
    return new Asked(loadNumber, world.reads().read(loadNumber, question));
  }

  /** A reading that somebody asked for; who gives it up cancels it. */
  private final class Asked extends OwnedFuture<LoadPosition> {
    private final CompletableFuture<FreightResponse<LoadPosition>> read;

    Asked(String loadNumber, CompletableFuture<FreightResponse<LoadPosition>> read) {
      this.read = read;
      Instant startedAt = loop.now();
      CompletableFuture<?> unused =
          read.whenComplete(
              (answer, failure) -> {
                if (failure != null) {
                  end(null, causeOf(failure));
                  return;
                }
                FleetLoad load = loads.get(loadNumber);
                if (load != null) {
                  PositionReading reading = new NewerThan(null, startedAt).reading(answer);
                  loop.run(() -> loop.asked(load, reading));
                }
                end(answer.value(), null);
              });
    }

    @Override
    protected void endedByOthers() {
      read.cancel(true);
    }
  }

  /** Waits as a blocking caller does: the failure of the future is thrown as it is. */
  private static <T> T await(
      CompletableFuture<T> future, Operation operation, Charge ifInterrupted) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      future.cancel(true);
      Thread.currentThread().interrupt();
      throw new FreightCancelledException(
          FailureFacts.builder(operation).charge(ifInterrupted).build(),
          "the calling thread was interrupted");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) throw failure;
      if (e.getCause() instanceof Error error) throw error;
      throw new IllegalStateException(e.getCause());
    }
  }

  @Override
  public Quote quote() {
    return quote(options.budgetUsd());
  }

  @Override
  public Quote quote(BigDecimal budgetUsd) {
    if (Objects.requireNonNull(budgetUsd, "budgetUsd").signum() <= 0) {
      throw new IllegalArgumentException(
          "quote: expected a budget above 0 USD, got " + budgetUsd.toPlainString());
    }
    List<FleetLoad> elsewhere = tables == null || leads() ? null : stored(tables);
    CompletableFuture<Quote> quoted = new CompletableFuture<>();
    loop.after(
        budget.look(loop.now()),
        (saw, thrown) -> {
          try {
            if (thrown != null) {
              throw OwnedFuture.causeOf(thrown);
            }
            saw.run();
            quoted.complete(quoted(budgetUsd, elsewhere));
          } catch (Throwable failure) {
            quoted.completeExceptionally(failure);
          }
        });
    return await(quoted, Operation.GET_PRICING, Charge.NONE);
  }

  /** The loads of a fleet that another process runs. */
  private List<FleetLoad> stored(FleetTables tables) {
    return tables.followed(options.name()).stream().map(this::loaded).toList();
  }

  private Quote quoted(BigDecimal budgetUsd, @Nullable List<FleetLoad> elsewhere) {
    Forecast forecast = loop.forecast(budgetUsd, elsewhere);
    return new Quote(
        budgetUsd,
        budget.readsPerWindow(budgetUsd),
        forecast.minutesPerRead(),
        Duration.ofSeconds(Math.round(forecast.meanDelayMinutes() * 60)));
  }

  // --- schedules of the caller's own ---

  @Override
  public CallOptions callOptions() {
    return loop.routineCall();
  }

  @Override
  public PollPlan plan() {
    return (latest, now, left) -> {
      if (Progress.isOver(latest) || left.isSpent()) {
        return null;
      }
      loop.run(loop::lookIfOld);
      FleetLoad load = new FleetLoad(latest.loadNumber(), 0, latest, now);
      load.latest = new PositionReading(latest, now);
      load.plan(budget.minutesPerRead(), options.watch().floor(), budget.longestUnread(1));
      return load.due;
    };
  }

  // --- events ---

  @Override
  public void subscribe(Flow.Subscriber<? super LoadEvent> subscriber) {
    FleetStory story = new FleetStory(options, loop, this::taken, this::mayTell, refusals);
    EventSubscription subscription =
        new EventSubscription(story, subscriber, options.watch().deliverOn(), left -> leave(story));
    synchronized (left) {
      followers.add(new Follower(story, subscription));
      left.forEach(story::inherit);
      left.clear();
      for (FleetLoad load : loads.values()) {
        PositionReading latest = load.latest;
        if (latest != null && load.wasRead) {
          story.begin(load, latest);
        } else if (latest != null && !latest.equals(load.taken)) {
          story.missed(load, load.taken, latest);
        }
      }
    }
    loop.subscriberCame();
    subscription.open();
    subscription.signal();
  }

  @Override
  public void close() {
    loop.close();
    FleetLease lease = loop.lease();
    boolean isToldHere = followers.stream().anyMatch(follower -> follower.story().isToldHere());
    if (lease != null && !isToldHere) {
      lease.awaitResigned();
    }
  }

  /** Whether this process still runs the fleet, before it tells events. May block. */
  private boolean mayTell() {
    FleetLease lease = loop.lease();
    return lease == null || lease.leadsNow();
  }

  private void leave(FleetStory story) {
    synchronized (left) {
      if (!followers.removeIf(follower -> follower.story().equals(story))) {
        return;
      }
      if (story.hasRefused()) {
        left.add(story);
      }
    }
    loop.subscriberLeft();
  }

  @Override
  public boolean isFollowed() {
    return !followers.isEmpty();
  }

  private Stream<FleetStory> stories() {
    return Stream.concat(followers.stream().map(Follower::story), left.stream());
  }

  /** A subscriber took a load's events: its cursor moves on once all have. */
  private void taken(FleetLoad load, PositionReading upTo) {
    synchronized (left) {
      if (stories().noneMatch(story -> story.hasRefused(load.number))) {
        refusals.forget(load.number);
      }
      if (stories().anyMatch(story -> story.isBehind(load, upTo))) {
        return;
      }
    }
    load.taken = upTo;
    FleetLease lease = loop.lease();
    if (lease != null) {
      lease.taken(load, upTo);
    }
  }

  // --- a fleet that processes share, within tasks of the loop ---

  /**
   * This process runs these loads from now on, or they were changed.
   *
   * @param all whether the term begins, and these are all
   */
  void follows(List<Stored> stored, boolean all, long term) {
    if (all) {
      refusals.retainAll(stored.stream().map(Stored::loadNumber).collect(Collectors.toSet()));
    }
    for (Stored each : stored) {
      FleetLoad known = loads.get(each.loadNumber());
      if (each.state() != State.FOLLOWED) {
        forget(each.loadNumber());
        if (known != null && loads.remove(each.loadNumber(), known)) {
          loop.leave(known);
        }
      } else if (known == null) {
        follow(loaded(each), term);
      } else if (known.priority != each.worth()) {
        prefer(known, each.worth());
      }
    }
  }

  private void follow(FleetLoad load, long term) {
    load.term = term;
    loads.put(load.number, load);
    PositionReading latest = load.latest;
    if (latest != null && !latest.equals(load.taken)) {
      followers.forEach(follower -> follower.story().missed(load, load.taken, latest));
    }
    if (latest != null && Progress.isOver(latest.position())) {
      loop.leave(load); // It was read to its end, and not all of it is told.
    } else {
      loop.enterWithOthers(load);
    }
  }

  /** Of a process whose clock is ahead of ours, a reading is as of now. */
  private FleetLoad loaded(Stored stored) {
    Instant now = loop.now();
    Instant addedAt = stored.addedAt().isAfter(now) ? now : stored.addedAt();
    FleetLoad load =
        new FleetLoad(stored.loadNumber(), added.incrementAndGet(), stored.known(), addedAt);
    load.priority = stored.worth();
    PositionReading latest = stored.latest();
    PositionReading taken = stored.taken();
    if (latest != null) {
      boolean isTold = latest.equals(taken);
      boolean isAhead = latest.readAt().isAfter(now);
      load.learned(isAhead ? new PositionReading(latest.position(), now) : latest);
      load.taken = isTold ? load.latest : taken;
    }
    return load;
  }

  /** Another process runs the fleet. */
  void lost() {
    // What is still read of them ends without effect; leading again begins with new ones.
    loads.values().forEach(load -> load.gone = true);
    loads.clear();
    synchronized (left) {
      left.clear();
      followers.forEach(follower -> follower.story().forget());
    }
  }

  // --- what the loop learns, within its tasks ---

  /** A load was read, or asked for. */
  void read(FleetLoad load, @Nullable PositionReading before, PositionReading now) {
    load.wasRead = true;
    synchronized (left) {
      if (load.gone) {
        loads.remove(load.number, load);
      }
      stories().forEach(story -> story.missed(load, before, now));
    }
  }

  void failed(FleetLoad load, ReadFailed failure) {
    if (load.gone) {
      loads.remove(load.number, load);
    }
    followers.forEach(follower -> follower.story().missed(failure));
  }

  /** There is news, or the end. */
  void tell() {
    followers.forEach(follower -> follower.subscription().signal());
  }
}

package io.freightsdk.internal.fleet;

import io.freightsdk.CallOptions;
import io.freightsdk.internal.fleet.FleetTables.State;
import io.freightsdk.internal.fleet.FleetTables.Stored;
import io.freightsdk.internal.watch.EventSubscription;
import io.freightsdk.internal.watch.Progress;
import io.freightsdk.internal.watch.Timer.Cancellable;
import io.freightsdk.internal.watch.WatchWorld;
import io.freightsdk.internal.watch.Watches;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.watch.FleetOptions;
import io.freightsdk.watch.FleetWatch;
import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.LoadEvent.ReadFailed;
import io.freightsdk.watch.PollPlan;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The loads of a fleet, its one loop, and whoever follows it. */
public final class Fleet extends Watches.Followed implements FleetWatch {
  private record Follower(FleetStory story, EventSubscription subscription) {}

  private final FleetOptions options;
  private final FleetBudget budget;
  private final FleetLoop loop;
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
    this.tables = tables;
    this.budget = new FleetBudget(options, world);
    this.loop = new FleetLoop(options, world, budget, this, tables);
    this.refusals =
        new FleetRefusals(
            (pause, task) -> {
              Cancellable unused = world.alarm().at(world.alarm().now().plus(pause), task);
            },
            () -> loop.run(this::tell));
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
      tables.add(options.name(), new Stored(loadNumber, State.FOLLOWED, now, known, from, from));
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

  // --- schedules of the caller's own ---

  @Override
  public CallOptions callOptions() {
    return loop.callOptions();
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

  /** A load was read. */
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

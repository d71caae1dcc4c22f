package io.freightsdk.internal.watch;

import io.freightsdk.internal.watch.ReadLoop.Ending;
import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.LoadEvent.ReadFailed;
import io.freightsdk.watch.PositionReading;
import io.freightsdk.watch.WatchOptions;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One subscriber's place in the story of a load: the position it was told up to. What it has not
 * asked for yet is not queued; it follows, when asked for, from that position and the latest.
 */
final class EventSubscription implements Flow.Subscription {
  private static final System.Logger LOG = System.getLogger(EventSubscription.class.getName());

  private final ReadLoop loop;
  private final WatchOptions options;
  private final Consumer<EventSubscription> onCancel;
  private final AtomicLong demand = new AtomicLong();
  private final AtomicInteger signals = new AtomicInteger();
  private volatile Flow.@Nullable Subscriber<? super LoadEvent> subscriber;
  private volatile @Nullable Throwable broken;

  // Confined to the run of deliver(), which never runs twice at once.
  private final Queue<LoadEvent> pending = new ArrayDeque<>();
  private @Nullable PositionReading toldUpTo;
  private @Nullable ReadFailed toldFailure;
  private boolean toldLastEvent;

  EventSubscription(
      ReadLoop loop,
      Flow.Subscriber<? super LoadEvent> subscriber,
      WatchOptions options,
      Consumer<EventSubscription> onCancel) {
    this.loop = loop;
    this.onCancel = onCancel;
    this.subscriber = subscriber;
    this.options = options;
    this.toldUpTo = options.resumeFrom();
    this.toldFailure = loop.lastFailure();
  }

  /** Hands itself to the subscriber; nothing else is signalled before that has returned. */
  void open() {
    Flow.Subscriber<? super LoadEvent> to = subscriber;
    if (to == null) {
      throw new NullPointerException("subscriber");
    }
    signals.incrementAndGet();
    try {
      to.onSubscribe(this);
    } catch (Throwable thrown) {
      cancel();
      throw thrown;
    }
    signals.set(0);
  }

  @Override
  public void request(long n) {
    if (n <= 0) {
      broken = new IllegalArgumentException("request: expected at least 1 event, got " + n);
    } else {
      demand.accumulateAndGet(n, (had, more) -> had + more < 0 ? Long.MAX_VALUE : had + more);
    }
    signal();
  }

  @Override
  public void cancel() {
    subscriber = null;
    onCancel.accept(this);
  }

  boolean isCancelled() {
    return subscriber == null;
  }

  /** Something changed: demand, a reading, a failure, the end. */
  void signal() {
    if (isCancelled() || signals.getAndIncrement() != 0) {
      return;
    }
    try {
      options.deliverOn().execute(this::run);
    } catch (Throwable refused) {
      // Told here, since nowhere else is left.
      broken = refused;
      run();
    }
  }

  private void run() {
    int seen = signals.get();
    do {
      try {
        deliver();
      } catch (Throwable thrown) {
        fail(thrown);
      }
      seen = signals.addAndGet(-seen);
    } while (seen != 0);
  }

  private void deliver() {
    // Read first: a watch that has ended publishes nothing after it.
    Ending ending = loop.ending();
    long sent = 0;
    while (true) {
      Flow.Subscriber<? super LoadEvent> to = subscriber;
      if (to == null) {
        pending.clear();
        return;
      }
      Throwable failure = broken;
      if (failure != null) {
        finish(to, failure);
        return;
      }
      if (pending.isEmpty()) {
        catchUp(ending);
      }
      if (pending.isEmpty() && ending != null) {
        finish(to, ending.failure());
        return;
      }
      boolean asked = demand.get() > sent;
      if (pending.isEmpty() || !asked) {
        break;
      }
      sent++;
      to.onNext(pending.remove());
    }
    long left = demand.addAndGet(-sent);
    if (left > 0 && pending.isEmpty()) {
      loop.want();
    }
  }

  private void catchUp(@Nullable Ending ending) {
    ReadFailed failure = loop.lastFailure();
    if (failure != null && !failure.equals(toldFailure)) {
      toldFailure = failure;
      pending.add(failure);
    }
    PositionReading latest = loop.latest();
    if (latest != null && !latest.equals(toldUpTo)) {
      pending.addAll(EventsBetween.derive(toldUpTo, latest, options));
      toldUpTo = latest;
    }
    if (pending.isEmpty() && ending != null && !toldLastEvent) {
      toldLastEvent = true;
      LoadEvent last = ending.lastEvent();
      if (last != null) {
        pending.add(last);
      }
    }
  }

  /** A subscriber, or the telling itself, threw: the subscriber hears of it, and no more. */
  private void fail(Throwable thrown) {
    LOG.log(Level.WARNING, "watch of " + loop.loadNumber() + ": a subscription failed", thrown);
    Flow.Subscriber<? super LoadEvent> to = subscriber;
    if (to != null) {
      finish(to, thrown);
    }
  }

  private void finish(Flow.Subscriber<? super LoadEvent> to, @Nullable Throwable failure) {
    cancel();
    try {
      if (failure == null) {
        to.onComplete();
      } else {
        to.onError(failure);
      }
    } catch (Throwable thrown) {
      LOG.log(
          Level.WARNING,
          "watch of " + loop.loadNumber() + ": a subscriber threw at the end",
          thrown);
    }
  }
}

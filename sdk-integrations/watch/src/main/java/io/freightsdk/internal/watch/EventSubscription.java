package io.freightsdk.internal.watch;

import io.freightsdk.watch.LoadEvent;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Delivers events to one subscriber, one after another, as many as it requests. Events are not
 * queued before they are requested: they are computed by its story when there is demand.
 */
public final class EventSubscription implements Flow.Subscription {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.watch");

  /**
   * Computes the events that one subscriber has not received yet. Called by one thread at a time.
   */
  public interface Story {
    /** Whose story it is, for the log. */
    String name();

    /** How the watch ended; null while it goes on. */
    @Nullable Ending ending();

    /** Adds the events that the subscriber has not received; nothing if it has all. */
    void catchUp(Queue<LoadEvent> pending, @Nullable Ending ending);

    /** The subscriber has received all added events, and refused none. */
    default void taken() {}

    /** The subscriber threw at one of the events that were added last. */
    default void refused() {}

    /** The subscriber has all events and wants more. */
    void want();
  }

  /**
   * How a watch ended.
   *
   * @param lastEvent told before the stream ends; null for none
   * @param failure what the stream fails with; null when it completes
   */
  public record Ending(@Nullable LoadEvent lastEvent, @Nullable Throwable failure) {
    public static final Ending COMPLETE = new Ending(null, null);
  }

  private final Story story;
  private final Executor deliverOn;
  private final Consumer<EventSubscription> onCancel;
  private final AtomicLong demand = new AtomicLong();

  /** Counts from 1, so that nothing is delivered before it is opened. */
  private final AtomicInteger signals = new AtomicInteger(1);

  private volatile Flow.@Nullable Subscriber<? super LoadEvent> subscriber;
  private volatile @Nullable Throwable broken;

  // Confined to the run of deliver(), which never runs twice at once.
  private final Queue<LoadEvent> pending = new ArrayDeque<>();
  private boolean toldLastEvent;
  private boolean taking;

  public EventSubscription(
      Story story,
      Flow.Subscriber<? super LoadEvent> subscriber,
      Executor deliverOn,
      Consumer<EventSubscription> onCancel) {
    this.story = story;
    this.onCancel = onCancel;
    this.subscriber = subscriber;
    this.deliverOn = deliverOn;
  }

  /** Calls {@code onSubscribe}; nothing else is signalled before that has returned. */
  public void open() {
    Flow.Subscriber<? super LoadEvent> to = subscriber;
    if (to == null) {
      throw new NullPointerException("subscriber");
    }
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

  /** Something changed: demand, a reading, a failure, the end. */
  public void signal() {
    if (subscriber == null || signals.getAndIncrement() != 0) {
      return;
    }
    try {
      deliverOn.execute(this::run);
    } catch (Throwable refused) {
      // The failure is delivered on this thread, because the executor refused.
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
    Ending ending = story.ending();
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
        taking = !pending.isEmpty();
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
      if (hears(to, pending.remove()) && pending.isEmpty() && taking) {
        taking = false;
        story.taken();
      }
    }
    long left = demand.addAndGet(-sent);
    if (left > 0 && pending.isEmpty()) {
      story.want();
    }
  }

  /** False if the subscriber left before it had heard the event: others have to tell it. */
  private boolean hears(Flow.Subscriber<? super LoadEvent> to, LoadEvent event) {
    try {
      if (to instanceof EventListening listening) {
        return listening.hears(event);
      }
      to.onNext(event);
      return subscriber != null;
    } catch (Throwable thrown) {
      story.refused();
      if (!(to instanceof EventListening)) {
        throw thrown;
      }
      finish(to, thrown); // Whoever listens has it from the future: no line of the log says it.
      return false;
    }
  }

  private void catchUp(@Nullable Ending ending) {
    story.catchUp(pending, ending);
    if (pending.isEmpty() && ending != null && !toldLastEvent) {
      toldLastEvent = true;
      LoadEvent last = ending.lastEvent();
      if (last != null) {
        pending.add(last);
      }
    }
  }

  /** A subscriber, or the delivery itself, threw: the subscription ends with that failure. */
  private void fail(Throwable thrown) {
    LOG.log(
        Level.WARNING,
        story.name() + ": a subscriber threw an exception, its subscription ends",
        thrown);
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
      LOG.log(Level.WARNING, story.name() + ": a subscriber threw at the end", thrown);
    }
  }
}

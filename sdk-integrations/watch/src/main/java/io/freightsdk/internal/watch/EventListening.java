package io.freightsdk.internal.watch;

import io.freightsdk.watch.LoadEvent;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Passes every event to a listener. Completing or cancelling this future stops that. */
final class EventListening extends OwnedFuture<Void> implements Flow.Subscriber<LoadEvent> {
  private final Consumer<? super LoadEvent> listener;
  private volatile Flow.@Nullable Subscription subscription;

  EventListening(Consumer<? super LoadEvent> listener) {
    this.listener = listener;
  }

  @Override
  public void onSubscribe(Flow.Subscription opened) {
    subscription = opened;
    opened.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(LoadEvent event) {
    boolean unused = hears(event);
  }

  /**
   * Throws what the listener throws.
   *
   * @return false if it does not listen any more
   */
  boolean hears(LoadEvent event) {
    if (isDone()) {
      unsubscribe();
      return false;
    }
    listener.accept(event);
    return true;
  }

  @Override
  public void onError(Throwable failure) {
    end(null, failure);
  }

  @Override
  public void onComplete() {
    end(null, null);
  }

  @Override
  protected void endedByOthers() {
    unsubscribe();
  }

  private void unsubscribe() {
    Flow.Subscription opened = subscription;
    if (opened != null) {
      opened.cancel();
    }
  }
}

package io.freightsdk.internal.watch;

import io.freightsdk.watch.LoadEvent;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Hands every event to a listener and completes a future at the end. */
final class ListeningSubscriber implements Flow.Subscriber<LoadEvent> {
  private final Consumer<? super LoadEvent> listener;
  private final Done done = new Done();

  ListeningSubscriber(Consumer<? super LoadEvent> listener) {
    this.listener = listener;
  }

  CompletableFuture<Void> done() {
    return done;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    done.subscription = subscription;
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(LoadEvent event) {
    if (done.isDone()) {
      return;
    }
    try {
      listener.accept(event);
    } catch (RuntimeException | Error e) {
      done.cancelSubscription();
      done.completeExceptionally(e);
    }
  }

  @Override
  public void onError(Throwable failure) {
    done.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    done.complete(null);
  }

  /** Whoever cancels it stops listening. */
  private static final class Done extends CompletableFuture<Void> {
    private volatile Flow.@Nullable Subscription subscription;

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      cancelSubscription();
      return super.cancel(mayInterruptIfRunning);
    }

    void cancelSubscription() {
      Flow.Subscription opened = subscription;
      if (opened != null) {
        opened.cancel();
      }
    }
  }
}

package io.freightsdk.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LinkedFutureTest {
  private final CompletableFuture<String> source = new CompletableFuture<>();

  @Test
  void aResultIsShownInItsOtherForm() {
    LinkedFuture<String, Integer> length = new LinkedFuture<>(source, String::length);
    source.complete("four");

    assertThat(length).isCompletedWithValue(4);
  }

  @Test
  void aFormThatThrowsAnErrorFailsTheFuture() {
    Error error = new StackOverflowError("thrown by a test");
    LinkedFuture<String, String> broken =
        new LinkedFuture<>(
            source,
            value -> {
              throw error;
            });
    source.complete("x");

    assertThatThrownBy(broken::join).hasCause(error);
  }

  @Test
  void aFailureIsShownWithoutTheWrapperOfAStage() {
    IllegalStateException failure = new IllegalStateException("the call");
    LinkedFuture<String, String> linked =
        new LinkedFuture<>(source.thenApply(value -> value), value -> value);
    source.completeExceptionally(failure);

    assertThat(linked.handle((value, thrown) -> thrown).join()).isSameAs(failure);
  }

  @Test
  void endingItInAnyWayCancelsTheSource() {
    new LinkedFuture<>(source, String::length).cancel(true);
    assertThat(source).isCancelled();

    CompletableFuture<String> second = new CompletableFuture<>();
    new LinkedFuture<>(second, String::length).complete(1);
    assertThat(second).isCancelled();

    CompletableFuture<String> third = new CompletableFuture<>();
    new LinkedFuture<>(third, String::length).completeExceptionally(new IllegalStateException());
    assertThat(third).isCancelled();
  }
}

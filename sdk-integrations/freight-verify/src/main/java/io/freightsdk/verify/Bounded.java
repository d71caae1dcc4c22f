package io.freightsdk.verify;

import io.freightsdk.internal.verify.Machine;
import java.io.Serial;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Work that a database or a pool may keep for ever. */
final class Bounded {
  private static final Duration BOUND = Duration.ofSeconds(45);

  private Bounded() {}

  static <T> T call(Callable<T> work) throws Failure, InterruptedException {
    return call(work, BOUND);
  }

  static <T> T call(Callable<T> work, Duration atMost) throws Failure, InterruptedException {
    CompletableFuture<T> result = Machine.begin(work);
    if (!Machine.ends(result, atMost)) {
      throw new Failure("nothing came of it within %d s".formatted(atMost.toSeconds()));
    }
    try {
      return result.get();
    } catch (ExecutionException e) {
      throw new Failure(textOf(e.getCause()));
    }
  }

  static String textOf(@Nullable Throwable failure) {
    if (failure == null) return "";
    String text = failure.getMessage();
    return text == null ? failure.getClass().getName() : text;
  }

  /** It failed, or did not end. */
  static final class Failure extends Exception {
    @Serial private static final long serialVersionUID = 1;

    private final String text;

    Failure(String text) {
      super(text);
      this.text = text;
    }

    @Override
    public String getMessage() {
      return text;
    }
  }
}

package io.freightsdk.internal.agent;

import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.agent.ToolMemory;
import io.freightsdk.internal.agent.json.MalformedJsonException;
import io.freightsdk.internal.agent.json.ModelJson;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the tools remember, and when it is. Rows hold JSON of their own.
 *
 * @param clock the tools' clock
 */
record Memory(ToolMemory rows, Clock clock) {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.agent");
  private static final int DIGEST_BYTES = 12;

  Instant now() {
    return clock.instant();
  }

  /** Runs a change before anything is sent; refuses the call if the memory cannot be reached. */
  <T extends @Nullable Object> T change(Function<ToolMemory.Rows, T> change) {
    try {
      return rows.change(change);
    } catch (Refusal e) {
      throw e;
    } catch (Exception e) {
      keepInterrupt(e);
      throw Refusal.of("BOOKS_UNAVAILABLE", Retry.AFTER_DELAY)
          .because(
              "The application cannot reach its books of orders, so nothing was sent.",
              "Try once more in a minute, then tell the user.");
    }
  }

  /** Runs a change after a call was paid; a failure is logged only. */
  void keep(String what, Function<ToolMemory.Rows, Boolean> change) {
    try {
      boolean unused = rows.change(change);
    } catch (Throwable e) {
      keepInterrupt(e);
      LOG.log(Level.WARNING, what + " was not remembered: " + e.getClass().getName());
    }
  }

  /** Code of the host may throw this one too, although it declares no checked exception. */
  static void keepInterrupt(Throwable thrown) {
    if (thrown instanceof InterruptedException) Thread.currentThread().interrupt();
  }

  /** Names a text in the id of a row. */
  static String digest(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, DIGEST_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  static Map<String, @Nullable Object> json(String row) {
    try {
      return ModelJson.object(row);
    } catch (MalformedJsonException e) {
      throw new IllegalStateException("a row of the memory is no JSON", e);
    }
  }
}

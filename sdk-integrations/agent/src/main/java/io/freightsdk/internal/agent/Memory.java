package io.freightsdk.internal.agent;

import io.freightsdk.internal.agent.json.MalformedJsonException;
import io.freightsdk.internal.agent.json.ModelJson;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the tools of one client remember in this process: texts, mostly JSON, under ids. What it
 * forgets at the end of the process the service still knows by the reference of the order.
 *
 * @param rows of the client
 * @param clock the tools' clock
 */
record Memory(Rows rows, Clock clock) {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.agent");
  private static final int DIGEST_BYTES = 12;

  Instant now() {
    return clock.instant();
  }

  /** The rows; of more than 30,000 those are forgotten that were written first. */
  static final class Rows {
    private static final int MOST = 30_000;

    /** Guarded by this. */
    private final Map<String, String> texts =
        new LinkedHashMap<>() {
          private static final long serialVersionUID = 1;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > MOST;
          }
        };

    synchronized @Nullable String read(String id) {
      return texts.get(id);
    }

    synchronized void write(String id, String text) {
      texts.remove(id);
      texts.put(id, text);
    }

    synchronized void delete(String id) {
      texts.remove(id);
    }

    /** The rows whose ids begin with the prefix, in the order of ids. */
    synchronized Map<String, String> list(String prefix) {
      Map<String, String> found = new TreeMap<>();
      texts.forEach(
          (id, text) -> {
            if (id.startsWith(prefix)) found.put(id, text);
          });
      return found;
    }
  }

  /** See {@link Rows#list}. */
  Map<String, String> list(String prefix) {
    return rows.list(prefix);
  }

  /** Makes a change before anything is sent, alone among all tools of the client. */
  <T extends @Nullable Object> T change(Function<Rows, T> change) {
    synchronized (rows) {
      return change.apply(rows);
    }
  }

  /** Makes a change after a call was paid; a failure is logged only. */
  void keep(String what, Function<Rows, Boolean> change) {
    try {
      boolean unused = change(change);
    } catch (Throwable e) {
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

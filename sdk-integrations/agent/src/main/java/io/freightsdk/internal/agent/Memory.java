package io.freightsdk.internal.agent;

import io.freightsdk.internal.agent.json.MalformedJsonException;
import io.freightsdk.internal.agent.json.ModelJson;
import io.freightsdk.spend.LedgerMemory;
import io.freightsdk.spend.SpendLedgerException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the tools remember, in the ledger of the client: all who share the ledger share it. Rows
 * hold texts, mostly JSON.
 *
 * @param texts of the ledger
 * @param clock the tools' clock
 */
record Memory(LedgerMemory texts, Clock clock) {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.agent");
  private static final int DIGEST_BYTES = 12;

  /** Other integrations have names of their own. */
  private static final String OURS = "agent ";

  /** So long a row is kept after it was last written, unless it says otherwise. */
  private static final Duration KEPT = Duration.ofDays(400);

  Instant now() {
    return clock.instant();
  }

  /** The rows within one change. */
  record Rows(LedgerMemory.Texts texts) {
    @Nullable String read(String id) {
      return texts.get(OURS + id);
    }

    void write(String id, String text) {
      write(id, text, KEPT);
    }

    /**
     * @param kept how long, by the clock of the ledger, which may differ from that of the tools
     */
    void write(String id, String text, Duration kept) {
      texts.put(OURS + id, text, texts.now().plus(kept));
    }

    void delete(String id) {
      texts.remove(OURS + id);
    }

    /** The rows whose ids begin with the prefix, in the order of ids. */
    Map<String, String> list(String prefix) {
      return ours(texts.startingWith(OURS + prefix));
    }
  }

  private static Map<String, String> ours(Map<String, String> stored) {
    Map<String, String> rows = new TreeMap<>();
    stored.forEach((name, text) -> rows.put(name.substring(OURS.length()), text));
    return rows;
  }

  /** See {@link Rows#list}; refuses the call if the ledger cannot be reached. */
  Map<String, String> list(String prefix) {
    try {
      return ours(texts.startingWith(OURS + prefix));
    } catch (SpendLedgerException e) {
      throw Failures.booksAway();
    }
  }

  /**
   * Makes a change before anything is sent, alone among all who share the ledger; refuses the call
   * if the ledger cannot be reached. The change may run more than once.
   */
  <T extends @Nullable Object> T change(Function<Rows, T> change) {
    try {
      return texts.change(stored -> change.apply(new Rows(stored)));
    } catch (SpendLedgerException e) {
      throw Failures.booksAway();
    }
  }

  /** Makes a change after a call was paid; a failure is logged only. */
  void keep(String what, Function<Rows, Boolean> change) {
    try {
      boolean unused = texts.change(stored -> change.apply(new Rows(stored)));
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

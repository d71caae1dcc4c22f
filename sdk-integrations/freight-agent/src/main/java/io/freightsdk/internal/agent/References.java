package io.freightsdk.internal.agent;

import io.freightsdk.agent.KnownReferences;
import io.freightsdk.agent.KnownReferences.Known;
import io.freightsdk.agent.ReferenceCheck;
import io.freightsdk.agent.ToolError.Retry;
import java.lang.System.Logger.Level;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Prevents that a model pays twice for one order because it wrote the reference in two ways. For a
 * reference that looks like a known one the model has to ask the user; {@code differsFrom} then has
 * the load of the other order.
 */
final class References {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.agent");

  // Letters of other alphabets that look like a Latin one, in lower case.
  private static final String DRAWN_LIKE =
      "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0456\u0458\u0455\u03b1\u03b2\u03b5\u03b6\u03b7\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7";
  private static final String LATIN = "abekmhopctyxijsabezhiknoptyx";

  private final KnownReferences known;
  private final @Nullable ReferenceCheck check;
  // References whose loads are being created, by folded form.
  private final ConcurrentMap<String, String> creating = new ConcurrentHashMap<>();

  References(KnownReferences known, @Nullable ReferenceCheck check) {
    this.known = known;
    this.check = check;
  }

  /** A claim on one folded reference, released when the creation has ended. */
  record Claim(References of, String folded, String customerRef) implements AutoCloseable {
    /** The load has this number; null when the answer was lost. */
    void created(@Nullable String loadNumber) {
      try {
        of.known.remember(folded, new Known(customerRef, loadNumber));
      } catch (Throwable e) {
        keepInterrupt(e);
        // The load is paid for, so its number must reach the model even if it is not remembered.
        LOG.log(Level.WARNING, "a reference was not remembered: " + e.getClass().getName());
      }
    }

    @Override
    public void close() {
      of.creating.remove(folded, customerRef);
    }
  }

  /**
   * Returns if a load may be created under the reference, and refuses it otherwise.
   *
   * @param differsFrom the load of which the user said that it is another order; null for none
   */
  Claim require(String customerRef, @Nullable String differsFrom, @Nullable String scope) {
    requireOrder(customerRef, scope);
    String folded = fold(customerRef);
    String other = creating.putIfAbsent(folded, customerRef);
    if (other != null && !other.equals(customerRef)) throw looksLike(new Known(other, null));

    Claim claim = new Claim(this, folded, customerRef);
    boolean granted = false;
    try {
      List<Known> alike = alike(folded);
      boolean itself = alike.stream().anyMatch(one -> one.customerRef().equals(customerRef));
      boolean told =
          differsFrom != null
              && alike.stream().anyMatch(one -> differsFrom.equals(one.loadNumber()));
      if (!itself && !told && !alike.isEmpty()) throw looksLike(alike.get(alike.size() - 1));
      granted = true;
      return claim;
    } finally {
      if (!granted) claim.close();
    }
  }

  private List<Known> alike(String folded) {
    try {
      return known.alike(folded);
    } catch (Exception e) {
      keepInterrupt(e);
      throw Refusal.of("BOOKS_UNAVAILABLE", Retry.AFTER_DELAY)
          .because(
              "The application cannot reach its references, so nothing was sent.",
              "Try once more in a minute, then tell the user.");
    }
  }

  /** Code of the host may throw this one too, although it declares no checked exception. */
  private static void keepInterrupt(Throwable thrown) {
    if (thrown instanceof InterruptedException) Thread.currentThread().interrupt();
  }

  private void requireOrder(String customerRef, @Nullable String scope) {
    if (check == null) return;

    ReferenceCheck.@Nullable Verdict verdict;
    try {
      verdict = check.check(customerRef, scope);
    } catch (Exception e) {
      keepInterrupt(e);
      throw Refusal.of("REFERENCE_UNCHECKED", Retry.AFTER_DELAY)
          .because(
              "The application could not compare customerRef with its orders, so nothing was sent.",
              "Try once more in a minute, then tell the user.");
    }
    if (verdict != null && verdict.accepted()) return;
    String meant = verdict == null ? null : ServiceText.line(verdict.meant());
    throw Refusal.of("REFERENCE_UNKNOWN", Retry.CHANGED_ARGUMENTS)
        .because(
            "Not sent: the application has no order with this customerRef.",
            meant == null
                ? "Ask the user for the order's own reference."
                : "Ask the user whether \"" + meant.replace('"', '\'') + "\" is meant.");
  }

  private static Refusal looksLike(Known other) {
    String ref = '"' + other.customerRef().replace('"', '\'') + '"';
    String load = other.loadNumber();
    return Refusal.of("REFERENCE_LOOKS_ALIKE", Retry.CHANGED_ARGUMENTS)
        .because(
            "Not sent: is this the order "
                + ref
                + (load == null ? ", whose creation is not answered yet?" : " of " + load + "?"),
            load == null
                ? "If so, call with customerRef "
                    + ref
                    + " exactly; else wait for it and ask again."
                : "Ask the user. If it is, call with customerRef "
                    + ref
                    + " exactly, which is free; if the user says it is another order, add"
                    + " differsFrom \""
                    + load
                    + "\".");
  }

  /** The known load of a reference without leading and trailing spaces; null if none is known. */
  @Nullable Known find(String customerRef) {
    for (Known one : alike(fold(customerRef))) {
      if (one.customerRef().equals(customerRef)) return one;
    }
    return null;
  }

  /**
   * A text without case, width, look-alike letters, and kinds of separators: {@code PO 77}, {@code
   * po77} and full-width letters are one; {@code 1-11} and {@code 11-1} are two.
   */
  static String fold(String customerRef) {
    String plain = Normalizer.normalize(customerRef, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    StringBuilder folded = new StringBuilder();
    boolean apart = false;
    int before = 0;
    for (int i = 0; i < plain.length(); i++) {
      char c = plain.charAt(i);
      int drawn = DRAWN_LIKE.indexOf(c);
      if (drawn >= 0) c = LATIN.charAt(drawn);
      if (isSeparator(c)) {
        apart = true;
        continue;
      }
      boolean turns = before != 0 && Character.isDigit(before) != Character.isDigit(c);
      if (folded.length() > 0 && (apart || turns)) folded.append('-');
      folded.append(c);
      apart = false;
      before = c;
    }
    // A reference of separators only is itself.
    return folded.length() == 0 ? plain : folded.toString();
  }

  private static boolean isSeparator(char c) {
    return c == '_'
        || c == '\u2212'
        || Character.isSpaceChar(c)
        || Character.getType(c) == Character.DASH_PUNCTUATION;
  }

  /** References in memory; the least recently used are evicted. */
  static KnownReferences inMemory(int looks) {
    BoundedMap<String, List<Known>> byLook = new BoundedMap<>(looks);
    return new KnownReferences() {
      @Override
      public synchronized List<Known> alike(String folded) {
        List<Known> alike = byLook.get(folded);
        return alike == null ? List.of() : alike;
      }

      @Override
      public synchronized void remember(String folded, Known known) {
        List<Known> alike = new ArrayList<>(alike(folded));
        boolean worse =
            known.loadNumber() == null
                && alike.stream().anyMatch(one -> one.customerRef().equals(known.customerRef()));
        if (worse) return;
        alike.removeIf(one -> one.customerRef().equals(known.customerRef()));
        alike.add(known);
        byLook.put(folded, List.copyOf(alike));
      }
    };
  }
}

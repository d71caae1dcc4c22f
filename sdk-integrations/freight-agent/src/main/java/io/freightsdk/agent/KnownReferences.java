package io.freightsdk.agent;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which {@code customerRef} belongs to which load. A new reference that looks like a
 * known one is then refused with a question, and a load is found by its reference without a paid
 * call. Default: in memory. A host with several processes, or one that is restarted, should store
 * them in a place that all processes share.
 *
 * <p>Safe for concurrent use. When {@link #alike} throws, the call is refused before anything is
 * sent; when {@link #remember} throws, that is logged only, because the load is paid for.
 */
public interface KnownReferences {
  /**
   * A reference under which a load was created.
   *
   * @param customerRef the reference as it was sent
   * @param loadNumber the load; null while the answer to its creation is missing
   */
  record Known(String customerRef, @Nullable String loadNumber) {
    public Known {
      Objects.requireNonNull(customerRef, "customerRef");
    }
  }

  /**
   * The known references that look the same.
   *
   * @param folded the reference in lower case, with full-width and look-alike characters, hyphens
   *     and spaces made equal
   */
  List<Known> alike(String folded);

  /** Adds a reference, or the load number of one that is known, under its folded form. */
  void remember(String folded, Known known);
}

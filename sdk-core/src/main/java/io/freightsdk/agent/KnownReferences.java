package io.freightsdk.agent;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which {@code customerRef} has which load, so that a look-alike is asked about and a
 * load is found by its reference without paying. In memory by default; a host that runs in several
 * processes, or is restarted, keeps them where all see them.
 *
 * <p>Safe for concurrent use. What it throws refuses the call before anything is sent.
 */
public interface KnownReferences {
  /**
   * A reference under which a load was created.
   *
   * @param customerRef as it was sent
   * @param loadNumber null while the answer of the creation is lost
   */
  record Known(String customerRef, @Nullable String loadNumber) {
    public Known {
      Objects.requireNonNull(customerRef, "customerRef");
    }
  }

  /**
   * The references that look like another.
   *
   * @param folded the reference without case, width, and kinds of hyphens and spaces
   */
  List<Known> alike(String folded);

  /** Adds a reference, or its load number, to those of one look. */
  void remember(String folded, Known known);
}

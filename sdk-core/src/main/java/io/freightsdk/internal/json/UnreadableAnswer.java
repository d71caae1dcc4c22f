package io.freightsdk.internal.json;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** An answer of success that cannot be read; becomes a {@code FreightDecodingException}. */
public final class UnreadableAnswer extends Exception {
  @Serial private static final long serialVersionUID = 1;

  private final boolean paid;
  private final @Nullable String path;
  private final String excerpt;
  private final @Nullable String loadNumber;

  /**
   * An answer that cannot be read, where {@code paid} says that it certainly was charged, {@code
   * fact} what is wrong without quoting, and {@code excerpt} is bounded and masked.
   */
  public UnreadableAnswer(
      boolean paid,
      String fact,
      @Nullable String path,
      String excerpt,
      @Nullable String loadNumber,
      @Nullable Throwable cause) {
    super(fact, cause, false, false);
    this.paid = paid;
    this.path = path;
    this.excerpt = excerpt;
    this.loadNumber = loadNumber;
  }

  public boolean paid() {
    return paid;
  }

  public String fact() {
    return String.valueOf(getMessage());
  }

  public @Nullable String path() {
    return path;
  }

  public String excerpt() {
    return excerpt;
  }

  public @Nullable String loadNumber() {
    return loadNumber;
  }
}

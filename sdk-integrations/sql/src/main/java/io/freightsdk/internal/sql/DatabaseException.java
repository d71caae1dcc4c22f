package io.freightsdk.internal.sql;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A database did not do what it was asked for. Nothing was committed, or nobody knows. */
public final class DatabaseException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final boolean passing;
  private final boolean commitUnknown;

  DatabaseException(
      String message, @Nullable Throwable cause, boolean passing, boolean commitUnknown) {
    super(message, cause);
    this.passing = passing;
    this.commitUnknown = commitUnknown;
  }

  /** What no repetition would change. */
  public static DatabaseException refused(String why) {
    return new DatabaseException(why, new IllegalStateException(why), false, false);
  }

  /** Whether the same may succeed a little later. */
  public boolean isPassing() {
    return passing;
  }

  /** Whether the change may have been committed all the same. */
  public boolean isCommitUnknown() {
    return commitUnknown;
  }
}

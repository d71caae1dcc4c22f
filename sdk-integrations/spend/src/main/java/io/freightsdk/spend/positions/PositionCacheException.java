package io.freightsdk.spend.positions;

import io.freightsdk.error.ConfigurationProblem;
import io.freightsdk.internal.sql.DatabaseException;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** The database of the position cache failed. */
final class PositionCacheException extends IllegalStateException implements ConfigurationProblem {
  @Serial private static final long serialVersionUID = 1;

  private final @Nullable String option;
  private final String problem;
  private final @Nullable String remedy;

  PositionCacheException(DatabaseException failure) {
    super(failure.getMessage(), failure.getCause());
    this.option = failure.option();
    this.problem = failure.problem();
    this.remedy = failure.remedy();
  }

  @Override
  public @Nullable String option() {
    return option;
  }

  @Override
  public String problem() {
    return problem;
  }

  @Override
  public @Nullable String remedy() {
    return remedy;
  }
}

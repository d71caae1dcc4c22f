package io.freightsdk.model;

import io.freightsdk.model.internal.ForJackson;
import io.freightsdk.model.internal.Members;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A refusal that names the members to fix, API description section 7.
 *
 * @param error What is wrong, for people.
 * @param fields Dotted paths of the missing or invalid members, such as {@code pickups.0.zip}.
 */
@ForJackson.ApiObject
public record MissingFieldsError(
    @ForJackson.NonNull String error,
    @ForJackson.NonNull List<String> fields) {

  public MissingFieldsError {
    Objects.requireNonNull(error, "error");
    fields = Members.list("fields", fields);
  }

  /** Starts an empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** Starts a builder that holds the members of this one. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Builds a {@link MissingFieldsError}. Not safe for concurrent use. */
  public static final class Builder {
    private @Nullable String error;
    private @Nullable List<String> fields;

    private Builder() {}

    private Builder(MissingFieldsError from) {
      error = from.error;
      fields = new ArrayList<>(from.fields);
    }

    /** What is wrong, for people. */
    public Builder error(String error) {
      this.error = Objects.requireNonNull(error, "error");
      return this;
    }

    /** Dotted paths of the missing or invalid members, such as {@code pickups.0.zip}. */
    public Builder fields(List<String> fields) {
      this.fields = new ArrayList<>(Members.list("fields", fields));
      return this;
    }

    /** Dotted paths of the missing or invalid members, such as {@code pickups.0.zip}. */
    public Builder fields(String... fields) {
      return fields(Arrays.asList(Objects.requireNonNull(fields, "fields")));
    }

    /** Adds an item to {@code fields}. */
    public Builder addFields(String item) {
      if (fields == null) fields = new ArrayList<>();
      fields.add(Objects.requireNonNull(item, "item"));
      return this;
    }

    /** Builds the record; throws IllegalStateException that names missing members. */
    public MissingFieldsError build() {
      if (error == null || fields == null) {
        throw Members.missing(
            "MissingFieldsError",
            "error",
            error,
            "fields",
            fields);
      }
      return new MissingFieldsError(error, fields);
    }
  }
}

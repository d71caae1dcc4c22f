package io.freightsdk.model.internal;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Annotations with which Jackson 2 and 3, and tools that use them, read and write the generated
 * records and other results of calls in the format of the API.
 *
 * <p>They wrap Jackson's annotations, because applications also compile against the records without
 * Jackson. If the class of an annotation is missing, javac warns of its values. These annotations
 * have no values.
 */
public final class Jackson {
  private Jackson() {}

  /** On a record: unknown members are skipped, and absent members are omitted. */
  @JacksonAnnotationsInside
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface ApiObject {}

  /** On a member that is written as null, not omitted. */
  @JacksonAnnotationsInside
  @JsonInclude(JsonInclude.Include.ALWAYS)
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface WrittenAsNull {}

  /**
   * On a member that is always there. Jackson ignores it. swagger-core, and with it springdoc,
   * lists a member as required if it has an annotation of this simple name, in any package.
   */
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface NonNull {}

  /** On a time: it is ISO 8601 text, even if the mapper writes other times as numbers. */
  @JacksonAnnotationsInside
  @JsonFormat(shape = JsonFormat.Shape.STRING)
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface AsText {}

  /** On a list or map that is empty if JSON has none, or null. */
  @JacksonAnnotationsInside
  @JsonSetter(nulls = Nulls.AS_EMPTY)
  @Target(ElementType.PARAMETER)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface EmptyWhenAbsent {}
}

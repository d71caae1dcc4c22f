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
 * What Jackson 2 and 3, and what describes them by Jackson, must know of the generated records to
 * read and write them as they are on the wire, and of what else a call returns.
 *
 * <p>These are annotations of our own around Jackson's, because applications without Jackson
 * compile against the records too: javac warns of an annotation that has a value when the class of
 * the annotation is not there. None of these has one.
 */
public final class Jackson {
  private Jackson() {}

  /** On a record: members that it does not name are skipped, absent ones are left out. */
  @JacksonAnnotationsInside
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface ApiObject {}

  /** On a member that is written as null, not left out. */
  @JacksonAnnotationsInside
  @JsonInclude(JsonInclude.Include.ALWAYS)
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface WrittenAsNull {}

  /**
   * On a member that is always there. Jackson takes no notice of it; swagger-core, and with it
   * springdoc, lists as required what has an annotation of this simple name, in any package.
   */
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface NonNull {}

  /** On a time: it is ISO 8601 text, also where the mapper writes other times as numbers. */
  @JacksonAnnotationsInside
  @JsonFormat(shape = JsonFormat.Shape.STRING)
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface AsText {}

  /** On a list or map that may be absent or null in JSON, and is then empty. */
  @JacksonAnnotationsInside
  @JsonSetter(nulls = Nulls.AS_EMPTY)
  @Target(ElementType.PARAMETER)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface EmptyWhenAbsent {}
}

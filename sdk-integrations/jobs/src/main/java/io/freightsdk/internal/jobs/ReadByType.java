package io.freightsdk.internal.jobs;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.freightsdk.jobs.LoadEvent;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On {@link LoadEvent}: Jackson 2 and 3 read it by its {@code type}, which a getter writes.
 *
 * <p>An annotation of our own around Jackson's, because javac would warn applications without
 * Jackson of an annotation that has a value and whose class is not there.
 */
@JacksonAnnotationsInside
@JsonTypeInfo(
    use = JsonTypeInfo.Id.SIMPLE_NAME,
    include = JsonTypeInfo.As.EXISTING_PROPERTY,
    property = "type")
// Jackson 2 does not look for the types that a sealed interface permits.
@JsonSubTypes({
  @JsonSubTypes.Type(LoadEvent.FirstSeen.class),
  @JsonSubTypes.Type(LoadEvent.StatusChanged.class),
  @JsonSubTypes.Type(LoadEvent.StopReached.class),
  @JsonSubTypes.Type(LoadEvent.StopLeft.class),
  @JsonSubTypes.Type(LoadEvent.StopTimesCorrected.class),
  @JsonSubTypes.Type(LoadEvent.Moved.class),
  @JsonSubTypes.Type(LoadEvent.EtaMoved.class),
  @JsonSubTypes.Type(LoadEvent.GpsSilent.class),
  @JsonSubTypes.Type(LoadEvent.Delivered.class),
  @JsonSubTypes.Type(LoadEvent.GivenUp.class)
})
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface ReadByType {}

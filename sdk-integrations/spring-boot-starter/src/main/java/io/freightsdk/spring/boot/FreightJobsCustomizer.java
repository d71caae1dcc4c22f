package io.freightsdk.spring.boot;

import io.freightsdk.jobs.FreightJobs;

/**
 * A customizer for the builder of the {@code FreightJobs} bean. Define a bean of this type for
 * options without a property, such as {@code threads}. It runs after the properties were applied.
 * Several customizers run in their {@code @Order}.
 */
@FunctionalInterface
public interface FreightJobsCustomizer {
  /** Changes the builder. */
  void customize(FreightJobs.Builder builder);
}

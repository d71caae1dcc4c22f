package io.freightsdk.spring.boot;

import io.freightsdk.jobs.FreightJobs;

/**
 * A bean that changes the builder of the {@code FreightJobs} after the properties were applied, for
 * options without a property, such as {@code threads}. Several such beans run in their
 * {@code @Order}.
 */
@FunctionalInterface
public interface FreightJobsCustomizer {
  void customize(FreightJobs.Builder builder);
}

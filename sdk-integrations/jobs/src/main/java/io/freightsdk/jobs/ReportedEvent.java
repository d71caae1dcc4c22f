package io.freightsdk.jobs;

import org.jspecify.annotations.Nullable;

/**
 * An event of a followed load, as passed to {@link JobsListener#onEvent}. Jackson writes and reads
 * it as JSON.
 *
 * @param id the unique id of the event, at most 40 letters, digits and hyphens. It is the same if
 *     the event is reported again, so use it to detect duplicates
 * @param reference the reference of the order, or the reference passed to {@link
 *     FreightJobs#follow}
 * @param customer the customer of the order or load; null if it has none
 */
public record ReportedEvent(
    String id, String reference, @Nullable String customer, LoadEvent event) {}

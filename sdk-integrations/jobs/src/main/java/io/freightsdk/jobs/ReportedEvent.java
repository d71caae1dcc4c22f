package io.freightsdk.jobs;

import org.jspecify.annotations.Nullable;

/**
 * An event of a followed load, as passed to {@link JobsListener#onEvent}. Jackson writes and reads
 * it as JSON.
 *
 * @param id the same each time that this event is passed, and of no other event; at most 40
 *     letters, digits and hyphens
 * @param reference of its order, or with which it was followed
 * @param customer given with the order; null for none
 */
public record ReportedEvent(
    String id, String reference, @Nullable String customer, LoadEvent event) {}

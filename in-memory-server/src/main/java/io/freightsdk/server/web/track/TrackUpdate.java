package io.freightsdk.server.web.track;

/**
 * The changing regions of a customer's page at one moment.
 *
 * @param version equal for equal content
 * @param markup elements that replace those with the same {@code data-region}
 * @param more whether the load is still open, so that further updates may follow
 */
public record TrackUpdate(String version, String markup, boolean more) {}

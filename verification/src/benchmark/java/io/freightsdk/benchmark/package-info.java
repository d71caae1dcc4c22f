/**
 * What the SDK costs beside OkHttp, and the in-memory server beside WireMock: {@code Figures}
 * prints a table.
 */
@NullMarked
package io.freightsdk.benchmark;

import org.jspecify.annotations.NullMarked;

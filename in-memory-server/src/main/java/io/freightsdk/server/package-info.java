/**
 * The public API: starts, controls and inspects the in-memory service. No layer below knows it:
 * what they share with users is in {@code view}, {@code geo} and {@code fault}. Above it are only
 * the test control ({@code admin}), the program and the helpers for tests.
 */
@NullMarked
package io.freightsdk.server;

import org.jspecify.annotations.NullMarked;

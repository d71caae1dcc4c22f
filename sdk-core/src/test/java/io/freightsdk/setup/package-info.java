/**
 * How a client is made: what is refused before anything is sent, so that it costs nothing, and how
 * that is said.
 *
 * <p>{@code RefusedUnsentTest} has settings, keys and inputs, {@code EnvironmentVariablesIT} those
 * of the environment, {@code ClassPathCheckTest} an okio that is too old.
 */
package io.freightsdk.setup;

/**
 * Tests of configurations and inputs that are refused before anything is sent.
 *
 * <p>{@code InputValidationTest} tests options, keys and inputs, {@code ConfigurationMistakesTest}
 * wrong addresses and keys, {@code EnvironmentVariablesIT} environment variables, {@code
 * ClassPathCheckTest} old libraries.
 */
package io.freightsdk.setup;

/**
 * Turns the API description into records, builders, open enums and JSON adapters, which are checked
 * in, in packages that contain nothing else, and into the page {@code docs/api.md}. Nothing here is
 * shipped, and nothing here may depend on what it generates.
 *
 * <p>{@code GeneratedSourcesTest} fails when the files are not what this writes; with {@code
 * -Dfreight.regenerate=true} it writes them. The same description makes the same bytes on every
 * JDK. A construct that is not understood is an error of one line.
 *
 * <p>OpenAPI Generator has no records for Moshi and no open enums, and generates more code.
 */
package io.freightsdk.generator;

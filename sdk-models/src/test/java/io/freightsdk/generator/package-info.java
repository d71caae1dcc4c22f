/**
 * Generates records, builders, open enums and JSON adapters from the API description, and the page
 * {@code docs/api.md}. The generated sources are checked in, in packages of their own. The
 * generator is not shipped, and must not depend on generated code.
 *
 * <p>{@code GeneratedSourcesTest} fails if the files differ from the generator's. With {@code
 * -Dfreight.regenerate=true}, it writes them. The same description gives the same bytes on every
 * JDK. A construct that is not supported fails with a message of one line.
 *
 * <p>OpenAPI Generator has no records for Moshi and no open enums, and generates more code.
 */
package io.freightsdk.generator;

/**
 * The program that compares a service with the description of the API on the first day with a key.
 * Questions are values in {@code Questions}; {@code Run} asks them and owns the money; nothing else
 * sends a request, except the client at the end.
 */
@NullMarked
package io.freightsdk.examples.contact;

import org.jspecify.annotations.NullMarked;
